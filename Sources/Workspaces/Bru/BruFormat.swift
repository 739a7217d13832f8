import Basics

/// Bruno's older collections: a folder with `bruno.json` and `.bru` files. They can be opened, listed, shown and sent;
/// for editing, they are converted into a new folder.
enum BruFormat {
  static let root = "bruno.json"
  static let collectionFile = "collection.bru"
  static let folderFile = "folder.bru"

  static func isFile(_ path: String) -> Bool { FilePaths.hasEnding(path, "bru") }

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
