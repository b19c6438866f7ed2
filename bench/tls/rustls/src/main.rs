// SPDX-License-Identifier: Apache-2.0 OR MIT

// The processor time that a rustls server has for a full handshake, in memory, as handshakes.c has it of ours:
// handshakes CERTIFICATE KEY PROVIDER GROUP COUNT
use rustls::crypto::{aws_lc_rs, ring, CryptoProvider};
use rustls::pki_types::{pem::PemObject, CertificateDer, PrivateKeyDer};
use rustls::{CipherSuite, ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection};
use std::sync::Arc;

fn now() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 * 1e6 + t.tv_nsec as f64 / 1e3
}

fn provider(name: &str, group: &str) -> CryptoProvider {
    let mut p = if name == "ring" { ring::default_provider() } else { aws_lc_rs::default_provider() };
    p.cipher_suites.retain(|s| s.suite() == CipherSuite::TLS13_AES_128_GCM_SHA256);
    p.kx_groups = match (name, group) {
        ("ring", "X25519") => vec![ring::kx_group::X25519],
        (_, "X25519") => vec![aws_lc_rs::kx_group::X25519],
        _ => vec![aws_lc_rs::kx_group::X25519MLKEM768],
    };
    p
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let certificate = CertificateDer::from_pem_file(&a[1]).unwrap();
    let key = PrivateKeyDer::from_pem_file(&a[2]).unwrap();
    let crypto = Arc::new(provider(&a[3], &a[4]));
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).unwrap();
    let mut server = ServerConfig::builder_with_provider(crypto.clone())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    server.ticketer = if a[3] == "ring" { ring::Ticketer::new() } else { aws_lc_rs::Ticketer::new() }.unwrap();
    server.send_tls13_tickets = 1;
    let server = Arc::new(server);
    let mut client = ClientConfig::builder_with_provider(crypto)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    client.resumption = rustls::client::Resumption::disabled();
    let client = Arc::new(client);
    let (mut spent, count) = (0.0, a[5].parse::<u32>().unwrap());
    for round in 0..count + 50 {
        let mut c = ClientConnection::new(client.clone(), "localhost".try_into().unwrap()).unwrap();
        let begun = now();
        let mut s = ServerConnection::new(server.clone()).unwrap();
        let mut used = now() - begun;
        while c.is_handshaking() || s.is_handshaking() || s.wants_write() {
            let mut wire = Vec::with_capacity(16384);
            while c.wants_write() {
                c.write_tls(&mut wire).unwrap();
            }
            let (mut from, mut out) = (&wire[..], Vec::with_capacity(16384));
            let begun = now();
            if !from.is_empty() {
                s.read_tls(&mut from).unwrap();
                s.process_new_packets().unwrap();
            }
            while s.wants_write() {
                s.write_tls(&mut out).unwrap();
            }
            used += now() - begun;
            let mut from = &out[..];
            while !from.is_empty() {
                c.read_tls(&mut from).unwrap();
                c.process_new_packets().unwrap();
            }
        }
        assert!(c.peer_certificates().is_some());
        if round >= 50 {
            spent += used;
        }
    }
    println!("{:.1}", spent / count as f64);
}
