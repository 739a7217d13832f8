import Basics

/// A parsed `$ref`: the file, relative to the folder of the source, and the pointer into it.
struct FileReference: Hashable {
  /// Empty for the source itself.
  var file: String
  /// Without the `#`.
  var pointer: String

  /// As written in the source.
  var text: String { "\(file)#\(pointer)" }

  init(file: String = "", pointer: String) {
    self.file = file
    self.pointer = pointer
  }

  /// - Parameters:
  ///   - text: the reference as written.
  ///   - file: the file that contains it.
  /// - Throws: why it is not followed.
  init(_ text: String, in file: String) throws(ImportOrigin.Refusal) {
    let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    pointer = halves.count > 1 ? String(halves[1]) : ""
    let path = FormEncoding.decodePercent(String(halves.first ?? ""))
    self.file = path.isEmpty ? file : try Self.resolved(path, beside: file)
  }

  /// A reference to the source's own file name refers to the source.
  func named(for origin: ImportOrigin) -> FileReference {
    file == origin.fileName ? FileReference(pointer: pointer) : self
  }

  private static func resolved(_ path: String, beside file: String) throws(ImportOrigin.Refusal) -> String {
    guard !path.utf8.contains(0) else { throw ImportOrigin.Refusal("a path cannot hold a NUL") }
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
        throw ImportOrigin.Refusal("it leads out of the source's folder")
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
