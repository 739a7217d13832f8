package import Interchange
package import Workspaces

/// Text from another tool to import: a file, or piped or pasted text.
package struct ImportSource: Sendable {
  private let bytes: [UInt8]
  private let path: String?
  private let format: ImportFormat?

  /// - Parameters:
  ///   - path: the file, if there is one: it may refer to files next to it.
  ///   - format: `nil` detects it from the content.
  package init(_ bytes: [UInt8], path: String? = nil, format: ImportFormat? = nil) {
    self.bytes = bytes
    self.path = path
    self.format = format
  }

  package func read() throws(ImportFault) -> ImportedCollection {
    guard let format = format ?? ImportFormat.detect(bytes, path: path ?? "") else {
      throw .unknownFormat(ImportFormat.obstacle(in: bytes, path: path ?? ""))
    }
    do throws(ImportError) {
      return try format.read(bytes, name: name, from: SourceFolder.origin(of: path))
    } catch {
      throw .unreadable(error)
    }
  }

  /// The collection's name if the text has none.
  private var name: String {
    let file = path?.split(separator: "/").last ?? ""
    return file.split(separator: ".").first.map(String.init) ?? "Imported"
  }
}

/// Why a source cannot be imported.
package enum ImportFault: Error, Sendable, CustomStringConvertible {
  /// The text is in none of the known formats; why it could not be read, if that is known.
  case unknownFormat(String?)
  case unreadable(ImportError)
  /// A folder that is not a collection in Bruno's older format.
  case notOlder
  /// A collection in the current format, with nothing to convert.
  case alreadyNewer
  case file(WorkspaceError)

  package var description: String {
    switch self {
    case .unknownFormat(let obstacle):
      "none of the formats " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + (obstacle.map { ": \($0)" } ?? "")
    case .unreadable(let error): "\(error)"
    case .notOlder: "a folder without a bruno.json, so no collection of Bruno's older format; name a file"
    case .alreadyNewer: "a collection already, by its opencollection.yml; open it"
    case .file(let error): error.description
    }
  }
}
