package import Basics
import HTTPModel

/// The variables of one request as its scripts see them: each scope by itself, the values with their JSON types, and
/// without the user's own values, which scripts must ask for.
package struct ScriptScopes: Sendable {
  package private(set) var values: [ScriptScope: [(name: String, value: JSONValue)]] = [:]
  /// The names of values that scripts must ask for.
  package private(set) var secrets: [ScriptScope: [String]] = [:]

  /// - Parameter data: the row of a data file.
  package init(of definition: RequestDefinition, in context: SendContext, data: [VariableInputs.Pair]) {
    var known: Set<Name> = []
    let table = context.table(for: definition)
    let typedIn = table.entries.filter { $0.origin == .commandLine }
    for entry in table.entries {
      guard let scope = entry.origin.scriptScope else { continue }
      let name = Name(scope: scope, name: entry.name)
      guard known.insert(name).inserted else { continue }
      if let given = typedIn.first(where: { $0.name == entry.name }) {
        values[scope, default: []].append((entry.name, .string(given.value)))
      } else if entry.source?.isValue == true {
        secrets[scope, default: []].append(entry.name)
      } else {
        values[scope, default: []].append((entry.name, entry.json ?? .string(entry.value)))
      }
    }
    // A value of the command line that no scope has belongs to the environment.
    let names = Set(known.map(\.name))
    for entry in typedIn where !names.contains(entry.name) {
      values[.environment, default: []].append((entry.name, .string(entry.value)))
    }
    for name in table.unsetSecrets.keys.sorted() { secrets[.environment, default: []].append(name) }
    if !data.isEmpty { values[.data] = data.map { ($0.name, $0.json ?? .string($0.value)) } }
  }

  private struct Name: Hashable {
    var scope: ScriptScope
    var name: String
  }
}

extension VariableTable {
  package func entry(named name: String, in scope: ScriptScope) -> Entry? {
    entries.first { $0.name == name && $0.origin.scriptScope == scope }
  }

  /// The entry of `.env` or the process environment.
  package func processEntry(named name: String) -> Entry? {
    entries.first { $0.name == name && ($0.origin == .dotenv || $0.origin == .process) }
  }

  /// Scheme, host and port that a URL leads to; `nil` if that is not known.
  package func origin(of url: String) -> String? {
    let origin = OriginWords(resolved(url)).text
    return origin == Receivers.nowhere || origin.contains("{{") ? nil : origin
  }

  /// A text with its variables filled in, except those whose values scripts must ask for.
  package func textForScripts(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let resolved = resolved(text)
    let bytes = Array(text.utf8)
    return resolved.segments.map { segment in
      if case .resolved(let value, _, _) = segment.kind, !segment.outside.contains(where: \.isValue) { return value }
      return String(decoding: bytes[segment.range], as: UTF8.self)
    }.joined()
  }
}

extension SendContext {
  /// The user's own values in a text, which their receiver must be allowed to get: scripts may have put them there.
  package func userSources(in text: String) -> Set<UserValueSource> {
    var found: Set<UserValueSource> = []
    for entry in variables.entries {
      guard let source = entry.source, source.isValue, entry.value.utf8.count >= Self.shortestSecret,
        text.utf8.holds(entry.value)
      else { continue }
      found.insert(source)
    }
    return found
  }

  /// In bytes; a shorter value occurs by chance.
  static let shortestSecret = 6
}

extension PlacedScript {
  /// Identifies what the user allows: phase and code, wherever they stand.
  package var digest: String { Digest.hexadecimal(Array("\(phase)\n\(code)".utf8)) }

  /// The permission to run it.
  package var use: UserValueUse { UserValueUse(.script(digest), to: "", place: "\(file):\(line)") }
}

extension UserValueUse {
  /// The receiver of values that a collection's scripts read.
  package static let scripts = "scripts"
}

extension Workspace {
  /// Every script of a collection that runs with its requests, each with its place in it; files that cannot be read
  /// have none.
  package func scripts(ofCollection collection: String) -> [PlacedScript] {
    guard let node = tree().collections.first(where: { $0.path == collection }) else { return [] }
    // A file with a fault is reported when it is opened or sent.
    return scripts(of: node.requests.map(\.node)) { _ in }.filter {
      RequestScripts.phases.contains($0.phase) && !$0.code.trimmed.isEmpty
    }.map {
      var script = $0
      script.file = FilePaths.relative(FilePaths.join(path, $0.file), to: collection)
      return script
    }
  }
}
