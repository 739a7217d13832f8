import Basics

/// A file in Bruno's older format as read: its content, and the parts that the model cannot hold.
package struct BruFile: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case request(RequestDefinition)
    /// The settings of a collection or a folder.
    case settings(SharedSettings)
    case environment(Environment)
  }

  /// A part of the file that the model cannot hold.
  package struct Loss: Hashable, Sendable {
    /// The first line, from 1.
    package var line: Int
    package var lastLine: Int
    package var message: String

    package init(line: Int, through lastLine: Int? = nil, message: String) {
      self.line = line
      self.lastLine = lastLine ?? line
      self.message = message
    }
  }

  package var content: Content
  package var name: String?
  package var losses: [Loss]

  /// Reads as much as possible; malformed parts are listed among the losses.
  /// - Parameter name: the name of an environment, which its file does not contain.
  /// - Throws: `WorkspaceError.invalid` with line and column for bytes that are not UTF-8, and for a text without a
  /// block.
  package init(_ bytes: [UInt8], environmentName name: String) throws(WorkspaceError) {
    let document: BruDocument
    do { document = try BruDocument(bytes) } catch {
      throw .invalid(Notice(.error, "line \(error.line):\(error.column)", error.message))
    }
    guard let first = document.blocks.first else {
      let line = document.strays.first?.line ?? 1
      throw .invalid(Notice(.error, "line \(line)", "there is no block such as meta { … }"))
    }
    var reader = BruReader(document)
    let isEnvironment = ["vars", "vars:secret"].contains(first.name)
    if let request = reader.definition() {
      content = .request(request)
    } else if isEnvironment {
      content = .environment(reader.environment(named: name))
    } else {
      content = .settings(reader.shared())
    }
    self.name = document.value("meta", "name")
    losses = reader.leftOver
  }
}

/// Bruno's older collections: a folder with `bruno.json` and `.bru` files. They can be opened, listed, shown and sent;
/// for editing, they are converted into a new folder.
enum BruFormat {
  static let root = "bruno.json"
  static let collectionFile = "collection.bru"
  static let folderFile = "folder.bru"

  static func isFile(_ path: String) -> Bool { FilePaths.ending(of: path) == "bru" }

  static func notEditable(_ path: String) -> WorkspaceError {
    .notEditable(path: path, why: "the older .bru format is read only; convert the collection to edit it")
  }

  /// Reads a file that must be well-formed; lines outside of blocks or an unclosed block are refused with their place.
  static func reader(
    _ bytes: [UInt8], _ path: String, _ schemes: AuthenticationSchemes = .builtIn
  ) throws(WorkspaceError) -> BruReader {
    do throws(YAMLError) {
      let document = try BruDocument(bytes)
      if let fault = document.fault { throw fault }
      return BruReader(document, schemes)
    } catch {
      throw .invalid(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    }
  }

  static func definition(
    _ bytes: [UInt8], _ path: String, _ schemes: AuthenticationSchemes = .builtIn
  ) throws(WorkspaceError) -> (definition: RequestDefinition, notices: [Notice]) {
    var reader = try reader(bytes, path, schemes)
    guard let made = reader.definition() else {
      throw .invalid(Notice(.error, path, "not a request file; it is never written"))
    }
    return (made, notices(of: reader, path))
  }

  static func notices(of reader: BruReader, _ path: String) -> [Notice] {
    reader.leftOver.map { Notice(.warning, "\(path):\($0.line)", $0.message) }
  }
}
