import Basics

/// Reads `config.yml` and `apus.yml`. An unknown key or an invalid value is reported with its position and the nearest
/// known word; the rest of the file is still used.
package struct ConfigurationReader {
  package private(set) var configuration = Configuration()
  /// In the order of the file.
  package private(set) var faults: [YAMLError] = []
  private let origin: ConfigurationOrigin
  private let source: YAMLSource?

  /// In bytes: settings are short, and are read before the first frame.
  package static let largest = PlacedValues.largest
  private static let limits = YAMLDocument.Limits(bytes: largest, depth: 8, nodes: 10_000)

  package init(_ bytes: [UInt8], _ origin: ConfigurationOrigin) {
    self.origin = origin
    do throws(YAMLError) {
      let document = try YAMLDocument(bytes, limits: Self.limits)
      source = document.source
      guard let root = document.root, !root.isNull else { return }
      read(root, section: nil)
    } catch {
      source = nil
      faults = [error]
    }
  }

  private mutating func read(_ node: YAMLNode, section: String?) {
    guard let entries = node.entries else {
      let expected = section.map { "`\($0)` takes nested keys, such as `\(Self.example(of: $0))`" }
      return fault(node, expected ?? "expected lines of the form `name: value`")
    }
    for entry in entries { read(entry, section) }
  }

  private mutating func read(_ entry: YAMLEntry, _ section: String?) {
    let name = section.map { "\($0).\(entry.name)" } ?? entry.name
    if section == nil, Self.sections.contains(name) {
      // A section without a value has only comments in it.
      return entry.value.isNull ? () : read(entry.value, section: name)
    }
    guard let key = ConfigurationKey.all.first(where: { $0.name == name }) else { return unknown(entry, name, section) }
    guard origin == .user || !key.isYours else {
      return fault(entry.key, "`\(name)` is a personal setting: a workspace cannot set it; write it in your config.yml")
    }
    if key.kind.isBindings { return bind(entry.value) }
    guard let text = entry.value.text, !entry.value.isNull else {
      if entry.value.isNull { return }
      return fault(entry.value, "`\(name)` takes one value, not a list or a map")
    }
    if let expected = key.kind.set(text, origin, place(of: entry.value), &configuration) {
      fault(entry.value, "`\(name)` is `\(Self.shown(text))`: expected \(expected)")
    }
  }

  private mutating func unknown(_ entry: YAMLEntry, _ name: String, _ section: String?) {
    let known = ConfigurationKey.all.filter { $0.section == section }.map(\.word)
    let words = section == nil ? known + Self.sections : known
    var meant = NearestWord.of(entry.name, in: words)
    // The key may stand in another section: `timeout: 5` for `send.timeout`.
    meant = meant ?? ConfigurationKey.all.first { $0.word == entry.name }?.name
    let question = meant.map { "; did you mean `\($0)`?" } ?? ""
    fault(entry.key, "there is no setting `\(Self.shown(name))`\(question)")
  }

  private mutating func bind(_ node: YAMLNode) {
    var reader = BindingsReader(source)
    reader.read(node, in: "bindings")
    faults += reader.faults
    if !node.isNull { configuration.bindings = Configuration.Given(reader.bindings, origin) }
  }

  private mutating func fault(_ node: YAMLNode, _ message: String) {
    faults.append(place(of: node).fault(message))
  }

  private func place(of node: YAMLNode) -> YAMLPlace {
    source?.place(ofByte: node.range?.lowerBound ?? 0) ?? YAMLPlace()
  }

  private static let sections = ConfigurationKey.all.compactMap(\.section).reduce(into: [String]()) { sections, name in
    if !sections.contains(name) { sections.append(name) }
  }

  private static func example(of section: String) -> String {
    ConfigurationKey.all.first { $0.section == section }.map { "\($0.word): \($0.usual)" } ?? ""
  }

  private static func shown(_ text: String) -> String { VisibleText.of(String(text.prefix(40))) }
}

/// Settings as read from their files, with the errors found in them.
package struct ReadConfiguration: Hashable, Sendable {
  package var configuration = Configuration()
  /// With file, line and column: `config.yml:3:9: …`.
  package var faults: [String] = []

  package init() {}

  /// - Parameter read: returns `nil` if there is no file.
  package init(_ origin: ConfigurationOrigin, reading read: () throws(FileError) -> [UInt8]?) {
    self.init()
    do throws(FileError) {
      guard let bytes = try read() else { return }
      self = ReadConfiguration(bytes, origin)
    } catch {
      faults = ["\(origin.rawValue): \(error.message)"]
    }
  }

  /// - Parameter bytes: the content of the file.
  package init(_ bytes: [UInt8], _ origin: ConfigurationOrigin) {
    let reader = ConfigurationReader(bytes, origin)
    configuration = reader.configuration
    faults = reader.faults.map { "\(origin.rawValue):\($0)" }
  }

  /// These settings, completed by those of `lower`.
  package func merging(over lower: ReadConfiguration) -> ReadConfiguration {
    // Most users have only one of the two files, if any.
    if lower == ReadConfiguration() { return self }
    if self == ReadConfiguration() { return lower }
    var merged = ReadConfiguration()
    merged.configuration = configuration.merging(over: lower.configuration)
    merged.faults = lower.faults + faults
    return merged
  }
}

/// The settings as a file: every key with its default and one line of explanation.
package enum ConfigurationText {
  /// - Parameter isAsleep: whether to comment out every key, for a new file.
  package static func whole(isAsleep: Bool) -> String {
    let mark = isAsleep ? "#" : ""
    var text = """
      # Settings of Apus. Every key is optional and listed with its default\(isAsleep ? ": remove its # to change it" : "").
      # Keys marked "yours" are ignored in a workspace's apus.yml.

      """
    var section: String?
    for key in ConfigurationKey.all {
      if key.section != section {
        section = key.section
        text += "\n"
        if let section { text += "\(mark)\(section):\n" }
      }
      let line = "\(mark)\(key.section == nil ? "" : "  ")\(key.word): \(key.usual)"
      let gap = String(repeating: " ", count: max(1, column - line.count))
      text += "\(line)\(gap)# \(key.isYours ? "yours: " : "")\(key.explanation)\n"
    }
    return text
  }

  /// The column in which the explanations begin.
  private static let column = 28
}
