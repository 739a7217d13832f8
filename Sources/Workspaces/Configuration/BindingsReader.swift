import Basics

/// Reads commands with their keys: `{ send: [ctrl+r, f5], quit: q }`. The screen validates the commands and keys.
struct BindingsReader {
  private(set) var bindings: [Configuration.Binding] = []
  private(set) var faults: [YAMLError] = []
  private let source: YAMLSource?

  init(_ source: YAMLSource?) { self.source = source }

  /// - Parameter name: the name of the key whose value this is; `nil` for a whole file.
  mutating func read(_ node: YAMLNode, in name: String?, except others: Set<String> = []) {
    guard !node.isNull else { return }
    guard let entries = node.entries else {
      let words = name.map { "`\($0)` takes commands with their keys, such as { send: [ctrl+r, f5] }" }
      return faults.append(place(of: node).fault(words ?? "expected lines of the form `send: [ctrl+r, f5]`"))
    }
    for entry in entries where !others.contains(entry.name) { read(entry) }
  }

  private mutating func read(_ entry: YAMLEntry) {
    let shown = VisibleText.of(String(entry.name.prefix(40)))
    // A command may have no keys.
    let items = entry.value.items ?? (entry.value.isNull ? [] : [entry.value])
    let keys = items.compactMap { $0.isNull ? nil : $0.text }
    guard keys.count == items.count else {
      let words = "`\(shown)` takes a key or a list of keys, such as [ctrl+r, f5]; quote signs such as \"[\" or \"~\""
      return faults.append(place(of: entry.value).fault(words))
    }
    bindings.append(
      Configuration.Binding(
        command: entry.name, keys: keys, place: place(of: entry.key), keyPlaces: items.map { place(of: $0) }))
  }

  func place(of node: YAMLNode) -> YAMLPlace {
    source?.place(ofByte: node.range?.lowerBound ?? 0) ?? YAMLPlace()
  }
}

/// A file of key bindings, `keys/NAME.yml`: `base: vim` for the default bindings, and commands with their keys.
package struct BindingsFile: Hashable, Sendable {
  package private(set) var base: String?
  package private(set) var basePlace = YAMLPlace()
  package private(set) var bindings: [Configuration.Binding] = []
  package private(set) var faults: [YAMLError] = []

  package init(_ bytes: [UInt8]) {
    do throws(YAMLError) {
      let limits = YAMLDocument.Limits(bytes: ConfigurationReader.largest, depth: 8, nodes: 10_000)
      let document = try YAMLDocument(bytes, limits: limits)
      guard let root = document.root else { return }
      var reader = BindingsReader(document.source)
      if let node = root["base"] {
        base = node.text ?? ""
        basePlace = reader.place(of: node)
      }
      reader.read(root, in: nil, except: ["base"])
      (bindings, faults) = (reader.bindings, reader.faults)
    } catch {
      faults = [error]
    }
  }
}
