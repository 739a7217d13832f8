import Interchange
import Workspaces

/// A text of another tool that is to be imported: a file, or what was piped or pasted.
package struct ImportSource: Sendable {
  private let bytes: [UInt8]
  private let path: String?
  private let format: ImportFormat?

  /// - Parameters:
  ///   - path: the file, where there is one: it may refer to others beside it.
  ///   - format: found by the content where `nil`.
  package init(_ bytes: [UInt8], path: String? = nil, format: ImportFormat? = nil) {
    self.bytes = bytes
    self.path = path
    self.format = format
  }

  package func read() throws(ImportFault) -> ImportedCollection {
    guard let format = format ?? ImportFormat.detect(bytes, path: path ?? "") else { throw .unknownFormat }
    do throws(ImportError) {
      return try format.read(bytes, name: name, from: SourceFolder.origin(of: path))
    } catch {
      throw .unreadable(error)
    }
  }

  /// What the collection is called where the text does not say.
  private var name: String {
    let file = path?.split(separator: "/").last ?? ""
    return file.split(separator: ".").first.map(String.init) ?? "Imported"
  }
}

/// Why a source is not imported.
package enum ImportFault: Error, Sendable, CustomStringConvertible {
  /// It is none of the formats that are known.
  case unknownFormat
  case unreadable(ImportError)
  /// A folder that is no collection of Bruno's older format.
  case notOlder
  /// A collection already, with nothing older in it.
  case alreadyNewer
  case file(WorkspaceError)

  package var description: String {
    switch self {
    case .unknownFormat: "none of the formats " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    case .unreadable(let error): "\(error)"
    case .notOlder: "no collection of Bruno's older format, which has a bruno.json"
    case .alreadyNewer: "a collection already, by its opencollection.yml; open it"
    case .file(let error): error.description
    }
  }
}
