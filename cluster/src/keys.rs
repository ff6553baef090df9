//! Mutual TLS: workers and whoever asks them show each other certificates of one authority.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use datafusion::error::{DataFusionError, Result};
use datafusion_distributed::grpc::{BoxCloneSyncChannel, create_worker_client};
use datafusion_distributed::{ChannelResolver, WorkerChannel};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, IsCa, KeyPair,
    KeyUsagePurpose,
};
use tonic::transport::{
    Certificate, Channel, ClientTlsConfig, Endpoint, Identity, ServerTlsConfig,
};
use url::Url;

/// The certificates of a cluster. All of its machines have the same.
pub struct Keys {
    authority: Certificate,
    identity: Identity,
}

const AUTHORITY: &str = "authority.pem";
const CERTIFICATE: &str = "certificate.pem";
const KEY: &str = "key.pem";

impl Keys {
    /// Makes a new folder with an authority and one certificate, for machines of these names or addresses. The authority's
    /// own key is not kept, so that it can certify nobody else.
    pub fn create(folder: &Path, hosts: &[String]) -> io::Result<()> {
        let failed = |error: rcgen::Error| io::Error::other(error.to_string());
        let mut params = CertificateParams::new(Vec::new()).map_err(failed)?;
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let authority = KeyPair::generate().map_err(failed)?;
        let authority = CertifiedIssuer::self_signed(params, authority).map_err(failed)?;
        let key = KeyPair::generate().map_err(failed)?;
        let mut params = CertificateParams::new(hosts).map_err(failed)?;
        params.extended_key_usages = vec![
            ExtendedKeyUsagePurpose::ServerAuth,
            ExtendedKeyUsagePurpose::ClientAuth,
        ];
        let certificate = params.signed_by(&key, &authority).map_err(failed)?;
        fs::create_dir(folder)?;
        File::create_new(folder.join(AUTHORITY))?.write_all(authority.pem().as_bytes())?;
        File::create_new(folder.join(CERTIFICATE))?.write_all(certificate.pem().as_bytes())?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options
            .open(folder.join(KEY))?
            .write_all(key.serialize_pem().as_bytes())
    }

    /// Reads a folder that [`Keys::create`] has made, or one with files of the same names.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let file = |name: &str| fs::read(folder.join(name));
        Ok(Self {
            authority: Certificate::from_pem(file(AUTHORITY)?),
            identity: Identity::from_pem(file(CERTIFICATE)?, file(KEY)?),
        })
    }

    /// For a worker: who shows no certificate of the authority is not heard.
    pub(crate) fn server(&self) -> ServerTlsConfig {
        ServerTlsConfig::new()
            .identity(self.identity.clone())
            .client_ca_root(self.authority.clone())
    }

    /// Connections to workers.
    pub(crate) fn channels(&self) -> Channels {
        Channels(
            ClientTlsConfig::new()
                .identity(self.identity.clone())
                .ca_certificate(self.authority.clone()),
        )
    }
}

/// Opens connections to workers, which are given up if nothing is heard of them.
#[derive(Clone)]
pub(crate) struct Channels(ClientTlsConfig);

impl Channels {
    async fn connect(&self, url: &Url) -> core::result::Result<Channel, tonic::transport::Error> {
        Endpoint::from_shared(url.to_string())?
            .tls_config(self.0.clone())?
            .connect_timeout(PATIENCE)
            .http2_keep_alive_interval(PATIENCE)
            .keep_alive_timeout(PATIENCE)
            .keep_alive_while_idle(true)
            .connect()
            .await
    }
}

#[async_trait]
impl ChannelResolver for Channels {
    async fn get_worker_client_for_url(&self, url: &Url) -> Result<Box<dyn WorkerChannel>> {
        // The endpoint's own patience ends with TCP, and a system greets for a process that is stopped: TLS may never begin.
        let connected = tokio::time::timeout(PATIENCE, self.connect(url)).await;
        let channel = connected.map_err(outside)?.map_err(outside)?;
        Ok(create_worker_client(BoxCloneSyncChannel::new(channel)))
    }
}

fn outside(error: impl core::error::Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// How long a machine may be silent.
const PATIENCE: Duration = Duration::from_secs(20);
