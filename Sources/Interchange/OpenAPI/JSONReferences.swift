import Basics
import Workspaces

/// The targets of a document's references (`$ref`) in itself and in neighbouring files, resolved once.
struct JSONReferences {
  let targets: [String: JSONValue]
  /// The number of nodes in all files together.
  var nodeCount = 0

  /// The target of one reference, which may be another reference.
  subscript(reference: String) -> JSONValue? { targets[reference] }

  /// The target node of a reference, after at most 20 steps; the node itself if it is not a reference or a broken one.
  func resolved(_ node: JSONValue) -> JSONValue {
    var node = node
    for _ in 0..<20 {
      guard let reference = node["$ref"]?.string, let target = targets[reference] else { return node }
      node = target
    }
    return node
  }

  /// The same, with the sibling members of the reference replacing those of the target (3.1).
  func overlaid(_ node: JSONValue) -> JSONValue {
    guard case .object(let own) = node, own.count > 1, case .object(let members) = resolved(node) else {
      return resolved(node)
    }
    let over = node.membersByName
    let names = Set(members.map(\.name))
    let kept = members.map { JSONValue.Member($0.name, over[$0.name] ?? $0.value) }
    return .object(kept + own.filter { !names.contains($0.name) && $0.name != "$ref" })
  }
}

extension JSONValue {
  /// The members of an object by name; the first one if a name is repeated.
  var membersByName: [String: JSONValue] {
    Dictionary((members ?? []).map { ($0.name, $0.value) }) { first, _ in first }
  }
}

/// A parsed `$ref`: the file, relative to the outermost folder, and the pointer into it.
struct FileReference: Hashable {
  /// The path of the file; empty for the source itself.
  var file: String
  /// The pointer without the `#`.
  var pointer: String

  /// The reference in the form of the source.
  var text: String { "\(file)#\(pointer)" }

  init(file: String = "", pointer: String) {
    self.file = file
    self.pointer = pointer
  }

  /// - Parameters:
  ///   - text: the reference as written.
  ///   - file: the file that contains it.
  ///   - origin: the location of the source.
  /// - Throws: the reason why it is not followed.
  init(_ text: String, in file: String, from origin: ImportOrigin) throws(ImportOrigin.Refusal) {
    let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    pointer = halves.count > 1 ? String(halves[1]) : ""
    let path = FormEncoding.decodePercent(String(halves.first ?? ""))
    let found = path.isEmpty ? file : try Self.resolved(path, relativeTo: file.isEmpty ? origin.path : file)
    // A reference to the source's own file name refers to the source.
    self.file = found == origin.path ? "" : found
  }

  private static func resolved(_ path: String, relativeTo file: String) throws(ImportOrigin.Refusal) -> String {
    guard !path.utf8.contains(0) else { throw ImportOrigin.Refusal("a path cannot contain NUL") }
    guard !path.hasPrefix("/"), !path.hasPrefix("\\") else {
      throw ImportOrigin.Refusal("an absolute path is not followed")
    }
    if let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(path[..<colon]) {
      throw ImportOrigin.Refusal("a URL is not fetched")
    }
    var steps = file.split(separator: "/").dropLast().map(String.init)
    for step in path.split(separator: "/") where step != "." {
      if step != ".." {
        steps.append(String(step))
      } else if steps.popLast() == nil {
        throw ImportOrigin.Refusal("it points outside the source's folder")
      }
    }
    guard !steps.isEmpty else { throw ImportOrigin.Refusal("it names no file") }
    return steps.joined(separator: "/")
  }

  private static func isScheme(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        let lower = byte | 0x20
        return lower.isASCIILowercase || byte.isASCIIDigit || "+-.".utf8.contains(byte)
      }
  }
}
