import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Damaged files") struct DamagedFileTests {
  /// Values of the wrong kind, with their positions.
  private static let requests: [(text: String, place: String, word: String)] = [
    ("info: 5\nhttp: {url: u}\n", "1:7", "info"),
    ("info: {type: http}\nhttp: 5\n", "2:7", "http"),
    ("info: {type: http}\nhttp: [a]\n", "2:7", "http"),
    ("info: {type: http}\nhttp:\n  url: {{a}}\n", "3:8", "url"),
    ("info: {type: http}\nhttp:\n  url: [a]\n", "3:8", "url"),
    ("info: {type: http}\nhttp:\n  url: u\n  method: {a: b}\n", "4:11", "method"),
    ("info: {type: http}\nhttp:\n  url: u\n  headers: 5\n", "4:12", "headers"),
    ("info: {type: http}\nhttp:\n  url: u\n  headers:\n    - 5\n", "5:7", "headers"),
    ("info: {type: http}\nhttp:\n  url: u\n  headers:\n    - name: a\n      value: {b: c}\n", "6:14", "headers"),
    ("info: {type: http}\nhttp:\n  url: u\n  params: true\n", "4:11", "params"),
    ("info: {type: http}\nhttp:\n  url: u\n  body: 5\n", "4:9", "body"),
    ("info: {type: http}\nhttp:\n  url: u\n  body: [1]\n", "4:10", "body"),
    ("info: {type: http}\nhttp:\n  url: u\n  body: {type: json, data: {a: 1}}\n", "4:28", "body"),
    ("info: {type: http}\nhttp:\n  url: u\n  body: {type: odd, data: a}\n", "4:9", "odd"),
    ("info: {type: http}\nhttp:\n  url: u\n  body: {type: form-urlencoded, data: a}\n", "4:39", "form"),
    ("info: {type: http}\nhttp:\n  url: u\n  auth: [a]\n", "4:9", "auth"),
    ("info: {type: http}\nhttp: {url: u}\nruntime: x\n", "3:10", "runtime"),
    ("info: {type: http}\nhttp: {url: u}\nruntime:\n  assertions: 3\n", "4:15", "assertions"),
    ("info: {type: http}\nhttp: {url: u}\nruntime:\n  variables: {a: b}\n", "4:14", "variables"),
    ("info: {type: http}\nhttp: {url: u}\nsettings: 4\n", "3:11", "settings"),
    ("info: {type: graphql}\ngraphql:\n  url: u\n  body: {query: [a]}\n", "4:17", "query"),
  ]

  @Test(
    "A value of the wrong kind is an error with its position, so that nothing is sent without it",
    arguments: 0..<21)
  func kinds(number: Int) throws {
    let (text, place, word) = Self.requests[number]
    let file = try RequestFile(path: "/c/r.yml", bytes: Array(text.utf8))
    let errors = file.notices.filter { $0.severity == .error }
    #expect(errors.map(\.location) == ["/c/r.yml:\(place)"], "\(text)\(file.notices)")
    #expect(errors.first?.message.contains(word) == true, "\(errors)")
  }

  @Test("An edit that replaces the value repairs the file; any other leaves it as it is")
  func mended() throws {
    let text = "info: {name: A, type: http}\nhttp:\n  url: u\n  headers: 5\n"
    let file = try RequestFile(path: "/c/r.yml", bytes: Array(text.utf8))
    #expect(file.damage(under: file.definition)?.location == "/c/r.yml:4:12")
    var edited = file.definition
    edited.url = "other"
    #expect(file.damage(under: edited)?.location == "/c/r.yml:4:12")
    edited.headers = [Row("A", "1")]
    #expect(file.damage(under: edited) == nil)
    let sound = try RequestFile(path: "/c/r.yml", bytes: Array("info: {type: http}\nhttp: {url: u}\n".utf8))
    #expect(sound.damage(under: sound.definition) == nil)
  }

  @Test("A fault in an example or in docs is only a warning")
  func harmless() throws {
    let text = "info: {type: http, seq: x}\nhttp: {url: u}\nexamples: 5\ndocs: [a]\n"
    let file = try RequestFile(path: "/c/r.yml", bytes: Array(text.utf8))
    #expect(file.notices.allSatisfy { $0.severity == .warning })
    #expect(file.definition.url == "u")
  }

  @Test("A damaged collection, folder or environment is refused with the position wherever it matters")
  func shared() throws {
    let cases = [
      ("opencollection.yml", "info: {name: C}\nrequest: 5\n", "2:10"),
      ("f/folder.yml", "info: {name: F}\nrequest:\n  headers: 5\n", "3:12"),
      ("f/folder.yml", "info: {name: F}\nrequest:\n  variables:\n    - a\n", "4:7"),
      ("f/folder.yml", "info: {name: [F\n", "2:1"),
      ("environments/dev.yml", "variables: 5\n", "1:12"),
      ("environments/dev.yml", "variables:\n  - name: a\n    value: \"x\n", "4:1"),
    ]
    for (name, text, place) in cases {
      let folder = try TemporaryDirectory("damaged")
      try folder.write("opencollection.yml", "info: {name: C}\n")
      try folder.write("f/a.yml", "info: {name: A, type: http}\nhttp: {url: u}\n")
      try folder.write("environments/dev.yml", "variables: []\n")
      try folder.write(name, text)
      let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
      let error = #expect(throws: WorkspaceError.self) {
        try workspace.context(for: folder.path("f/a.yml"), environment: "dev")
      }
      #expect(error?.description.hasPrefix("\(folder.path(name)):\(place): ") == true, "\(error as Any)")
      #expect(workspace.tree().collections.first?.requests.count == 1)
    }
  }

  /// True if a message contains file, line and column.
  private func isPlaced(_ message: String, _ path: String) -> Bool {
    guard message.hasPrefix(path + ":") else { return false }
    let parts = message.dropFirst(path.utf8.count + 1).split(separator: ":", maxSplits: 2)
    return parts.count == 3 && parts.prefix(2).allSatisfy { Int($0).map { $0 > 0 } ?? false } && parts[2].count > 4
  }

  /// The whole file, truncated at 64 places, with 64 flipped bits, and as an alias bomb.
  private func damages(_ bytes: [UInt8]) -> [[UInt8]] {
    var random = SeededGenerator(seed: 6)
    let flips = (0..<64).map { _ in
      var flipped = bytes
      if let place = flipped.indices.randomElement(using: &random) {
        flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      return flipped
    }
    let layers = (1..<12).map {
      "l\($0): &l\($0) [\(Array(repeating: "*l\($0 - 1)", count: 9).joined(separator: ","))]\n"
    }
    let bomb = Array(("l0: &l0 [x,x,x]\n" + layers.joined()).utf8) + bytes
    return (0..<64).map { Array(bytes[..<(bytes.count * $0 / 64)]) } + flips + [bomb]
  }

  @Test("A damaged file is read, or refused with file, line and column", .corpora("opencollection"))
  func damages() throws {
    var refused = 0
    for path in try Corpora.files("opencollection", extensions: ["yml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let isRequest = ItemLister(files: .live).request(path, id: "x").fault == nil
      let path = isRequest ? path : FilePaths.join(FilePaths.parent(of: path) ?? "/", "folder.yml")
      for damaged in damages(bytes) {
        do {
          let file = try RequestFile(path: path, bytes: damaged)
          for notice in file.notices { #expect(isPlaced("\(notice)", path), "\(notice)") }
        } catch {
          refused += 1
          #expect(isPlaced(error.description, path), "\(error)")
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("No file of the corpus is damaged", .corpora("opencollection"))
  func whole() throws {
    for path in try Corpora.files("opencollection", extensions: ["yml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      guard let file = try? RequestFile(path: path, bytes: bytes) else { continue }
      #expect(file.notices.filter { $0.severity == .error } == [])
    }
    let demo = Repository.root.appendingPathComponent("Workspaces/demo").path
    for collection in try Workspace.open(demo, stateFolder: "/x").tree().collections {
      for request in collection.requests {
        let bytes = try FileSystem.live.read(request.node.path, 1 << 20)
        #expect(try RequestFile(path: request.node.path, bytes: bytes).notices == [])
      }
    }
  }
}
