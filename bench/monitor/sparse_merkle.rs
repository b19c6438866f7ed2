// SPDX-License-Identifier: Apache-2.0 OR MIT
//! A sparse Merkle tree of crates.io in one process, with SHA-256: an untrusted side that has the tree and proves each
//! answer, and a trusted side that has the root and checks. RECORDS OPERATIONS; half reads, half updates, uniform.
//! Prints microseconds of an operation: proof made, proof checked, update made.
use sha2::{Digest, Sha256};
use sparse_merkle_tree::{default_store::DefaultStore, traits::Hasher, SparseMerkleTree, H256};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Sha(Sha256);
impl Hasher for Sha {
    fn write_byte(&mut self, b: u8) {
        self.0.update([b])
    }
    fn write_h256(&mut self, h: &H256) {
        self.0.update(h.as_slice())
    }
    fn finish(self) -> H256 {
        <[u8; 32]>::from(self.0.finalize()).into()
    }
}

fn key(n: u64) -> H256 {
    <[u8; 32]>::from(Sha256::digest(n.to_be_bytes())).into()
}

fn main() {
    let words: Vec<u64> = std::env::args().skip(1).map(|w| w.parse().expect("a number")).collect();
    let (records, operations) = (words[0], words[1]);
    let mut tree = SparseMerkleTree::<Sha, H256, DefaultStore<H256>>::default();
    tree.update_all((0..records).map(|n| (key(n), key(n + 1))).collect()).expect("a tree");
    let mut root = *tree.root();
    let (mut state, mut proving, mut checking, mut updating) = (1u64, Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for i in 0..operations {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let k = key(state % records);
        let began = Instant::now();
        let value = tree.get(&k).expect("a value");
        let proof = tree.merkle_proof(vec![k]).expect("a proof");
        proving += began.elapsed();
        let began = Instant::now();
        assert!(proof.clone().verify::<Sha>(&root, vec![(k, value)]).expect("a check"));
        checking += began.elapsed();
        if i % 2 == 0 {
            let new = key(state);
            let began = Instant::now();
            let expected = proof.compute_root::<Sha>(vec![(k, new)]).expect("a root");
            checking += began.elapsed();
            let began = Instant::now();
            root = *tree.update(k, new).expect("an update");
            updating += began.elapsed();
            assert_eq!(root, expected);
        }
    }
    let each = |d: Duration| d.as_secs_f64() * 1e6 / operations as f64;
    println!("{:.1} {:.1} {:.1}", each(proving), each(checking), each(updating));
}
