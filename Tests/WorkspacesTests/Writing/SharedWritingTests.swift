import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Saving edited environments and settings") struct SharedWritingTests {
  private typealias Sample = (name: String, bytes: [UInt8])

  private static let environment = """
    # Ours, by hand
    x-owner: me
    color: '#123456'   # green
    variables:
        # where
        - name: base   # the host
          x-own: kept
          value: "http://h"
        - {name: flow, value: style}
        - name: off
          value: '1'
          disabled: true
        - secret: true   # never here
          name: token
    extensions: {other: [1, 2]}
    """

  private static let folder = """
    info: {name: F, type: folder, seq: 2}   # in one line
    request:
        # for all
        headers:
        - name: A   # first
          x-own: kept
          value: '1'
        - {name: B, value: two}
        auth: {type: basic, username: u, password: p}
        variables:
        - name: v
          value: 5
    docs:
        content: hello
        type: text/markdown
    more: kept   # foreign
    """

  private func samples(_ own: String, _ isWanted: (URL) -> Bool) throws -> [Sample] {
    var found = [
      (name: "own.yml", bytes: Array(own.utf8)),
      (name: "CRLF.yml", bytes: Array(own.replacingOccurrences(of: "\n", with: "\r\n").utf8)),
    ]
    for path in try Corpora.furtherFiles("opencollection", extensions: ["yml"])
    where isWanted(URL(fileURLWithPath: path)) {
      found.append((path, try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))))
    }
    return found
  }

  private func environment(_ sample: Sample) throws -> (Environment, YAMLDocument) {
    let document = try parsed(sample.bytes, sample.name)
    var reader = NodeReader(path: sample.name, source: document.source)
    return (EnvironmentReader.environment(document.root, path: sample.name, &reader), document)
  }

  @Test("An edit of one part of an environment reads back, changes no other line, and reports every lost comment")
  func environments() throws {
    var random = SeededGenerator(seed: 13)
    for sample in try samples(Self.environment, { $0.deletingLastPathComponent().lastPathComponent == "environments" })
    {
      let (old, document) = try environment(sample)
      for _ in 0..<150 {
        var changed = old
        let place = RandomSharedEdit.apply(to: &changed, &random)
        let text = try patched(document, sample.name) { $0 = EnvironmentWriter.tree($0, from: old, to: changed) }
        #expect(
          try environment((sample.name, text.bytes)).0 == changed, "\(String(decoding: text.bytes, as: UTF8.self))")
        try check(sample, text.bytes, text.lostComments, place)
        if changed == old { #expect(text.bytes == sample.bytes) }
      }
    }
  }

  @Test("An edit of one setting of a folder or collection changes nothing else either")
  func settings() throws {
    var random = SeededGenerator(seed: 17)
    let names: Set<String> = ["folder.yml", "opencollection.yml"]
    for sample in try samples(Self.folder, { names.contains($0.lastPathComponent) }) {
      let old = try RequestFile(path: "/f/folder.yml", bytes: sample.bytes).settings
      let document = try parsed(sample.bytes, sample.name)
      for _ in 0..<150 {
        var changed = old
        let place = RandomSharedEdit.apply(to: &changed, &random)
        let text = try patched(document, sample.name) { $0 = SettingsWriter.tree($0, from: old, to: changed) }
        let read = try RequestFile(path: "/f/folder.yml", bytes: text.bytes).settings
        #expect(read == changed, "\(sample.name) \(place)\n\(String(decoding: text.bytes, as: UTF8.self))")
        try check(sample, text.bytes, text.lostComments, place)
        if changed == old { #expect(text.bytes == sample.bytes) }
      }
    }
  }

  @Test("Truncated environments and settings, and those with flipped bits, are read or refused")
  func damaged() throws {
    var random = SeededGenerator(seed: 19)
    let folders = try samples(Self.folder) { ["folder.yml", "opencollection.yml"].contains($0.lastPathComponent) }
    let others = try samples(Self.environment) { $0.deletingLastPathComponent().lastPathComponent == "environments" }
    for sample in folders + others where !sample.bytes.isEmpty {
      for round in 0..<128 {
        var bytes = sample.bytes
        if round < 64 {
          bytes = Array(bytes.prefix(bytes.count * round / 64))
        } else {
          bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        }
        for read in [
          { _ = try environment((sample.name, bytes)) },
          { _ = try RequestFile(path: "/f/folder.yml", bytes: bytes) },
        ] {
          do { try read() } catch let error as WorkspaceError { #expect(!error.description.isEmpty) }
        }
      }
    }
  }

  private func check(_ sample: Sample, _ bytes: [UInt8], _ lost: [String], _ place: [String]) throws {
    let difference = try LineDifference(sample.bytes, bytes)
    #expect(difference.lies(in: place), "\(sample.name) \(place)\n\(String(decoding: bytes, as: UTF8.self))")
    let before = try YAMLComments.all(in: YAMLDocument(sample.bytes))
    let after = try YAMLComments.all(in: YAMLDocument(bytes))
    #expect(before.sorted() == (after + lost).sorted(), "\(sample.name) \(place)")
  }
}
