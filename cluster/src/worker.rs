//! A machine that reads parts of tables, and adds up.

use std::io;
use std::net::SocketAddr;

use datafusion::error::DataFusionError;
use datafusion_distributed::{Worker as Node, WorkerQueryContext};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;

use crate::keys::Keys;
use crate::session::{Room, of_worker};

/// A worker that listens.
pub struct Worker {
    runtime: Runtime,
    listener: TcpListener,
    keys: Keys,
    room: Room,
}

impl Worker {
    /// Binds an address; port 0 is any that is free.
    pub fn bind(address: SocketAddr, keys: Keys, room: Room) -> io::Result<Self> {
        let runtime = Runtime::new()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        Ok(Self {
            runtime,
            listener,
            keys,
            room,
        })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Works until the process ends.
    pub fn work(self) -> io::Result<()> {
        let channels = self.keys.channels();
        let node = Node::from_session_builder(move |context: WorkerQueryContext| {
            let state = of_worker(context, channels.clone());
            async move { Ok::<_, DataFusionError>(state) }
        });
        let node = node.with_runtime_env(self.room.runtime().map_err(io::Error::other)?);
        let mut server = Server::builder()
            .tls_config(self.keys.server())
            .map_err(io::Error::other)?;
        let served = server
            .add_service(node.into_worker_server())
            .serve_with_incoming(TcpListenerStream::new(self.listener));
        self.runtime.block_on(served).map_err(io::Error::other)
    }
}
