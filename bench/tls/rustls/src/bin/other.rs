// SPDX-License-Identifier: Apache-2.0 OR MIT

// rustls as the other side, for tests/tls/others.t, with one group: as others.go, whose words it has.
//
//   other server CERTIFICATE KEY GROUP      other client PORT CERTIFICATE GROUP
use rustls::crypto::{aws_lc_rs, CryptoProvider};
use rustls::pki_types::{pem::PemObject, CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ClientConnection, HandshakeKind, RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

fn provider(group: &str) -> Arc<CryptoProvider> {
    let mut p = aws_lc_rs::default_provider();
    p.kx_groups = aws_lc_rs::ALL_KX_GROUPS.iter().copied().filter(|g| format!("{:?}", g.name()) == group).collect();
    Arc::new(p)
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let versions = [&rustls::version::TLS13];
    if a[1] == "server" {
        let mut config = ServerConfig::builder_with_provider(provider(&a[4]))
            .with_protocol_versions(&versions)
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![CertificateDer::from_pem_file(&a[2]).unwrap()], PrivateKeyDer::from_pem_file(&a[3]).unwrap())
            .unwrap();
        config.ticketer = aws_lc_rs::Ticketer::new().unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        println!("port {}", listener.local_addr().unwrap().port());
        for socket in listener.incoming() {
            let connection = ServerConnection::new(config.clone()).unwrap();
            let mut stream = BufReader::new(StreamOwned::new(connection, socket.unwrap()));
            let mut line = String::new();
            if stream.read_line(&mut line).is_err() {
                continue;
            }
            let it = stream.get_mut();
            let (group, kind) = (it.conn.negotiated_key_exchange_group().map(|g| g.name()), it.conn.handshake_kind());
            let _ = write!(it, "{:?} {} {line}", group.unwrap(), kind == Some(HandshakeKind::Resumed));
            it.conn.send_close_notify();
            let _ = it.flush();
        }
    }
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(&a[3]).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(provider(&a[4])).with_protocol_versions(&versions).unwrap();
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    for _ in 0..2 {
        let connection = ClientConnection::new(config.clone(), "localhost".try_into().unwrap()).unwrap();
        let mut stream = StreamOwned::new(connection, TcpStream::connect(format!("127.0.0.1:{}", a[2])).unwrap());
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        let resumed = stream.conn.handshake_kind() == Some(HandshakeKind::Resumed);
        let group = stream.conn.negotiated_key_exchange_group().unwrap().name();
        println!("{group:?} {resumed} {}", page.contains("It runs true"));
    }
}
