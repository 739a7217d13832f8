package import Interchange
package import Workspaces

/// Text from another tool to import: a file, or piped or pasted text.
package struct ImportSource: Sendable {
  private let bytes: [UInt8]
  private let path: String?
  private let format: ImportFormat?

  /// - Parameters:
  ///   - path: the source file, if any; the text may refer to files next to it.
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
      var imported = try format.read(bytes, name: name, from: SourceFolder.origin(of: path))
      imported.fileFolder = path.flatMap(SourceFolder.folder)
      return imported
    } catch {
      throw .unreadable(error)
    }
  }

  /// The name for a collection whose text has none.
  private var name: String {
    let file = path?.split(separator: "/").last ?? ""
    return file.split(separator: ".").first.map(String.init) ?? "Imported"
  }
}

/// Why a source cannot be imported.
package enum ImportFault: Error, Sendable, CustomStringConvertible {
  /// The text is in none of the known formats; contains the parse error, if known.
  case unknownFormat(String?)
  case unreadable(ImportError)
  /// The folder is not a collection in Bruno's older format.
  case notOlder
  /// The collection is in the current format and needs no conversion.
  case alreadyNewer
  case file(WorkspaceError)

  package var description: String {
    switch self {
    case .unknownFormat(let obstacle):
      "none of the formats " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + (obstacle.map { ": \($0)" } ?? "")
    case .unreadable(let error): "\(error)"
    case .notOlder: "a folder without bruno.json, so not an older Bruno collection; name a file"
    case .alreadyNewer: "already a collection, with an opencollection.yml; open it"
    case .file(let error): error.description
    }
  }
}

/// The folder that an imported file may refer to: the outermost folder that its path names, such as `specs` in
/// `specs/v1/api.yaml`.
enum SourceFolder {
  private static let byteLimit = 16 << 20

  /// The real path of a file's folder; `nil` if it is inaccessible.
  static func folder(of source: String) -> String? {
    let name = source.split(separator: "/").last.map(String.init) ?? ""
    let folder = String(source.dropLast(name.utf8.count))
    // If the folder is unknown, the notices name the files.
    return try? FileSystem.live.resolve(folder.isEmpty ? "." : folder)
  }

  /// - Parameter source: the file; `nil` for piped or pasted text, which has no folder.
  static func origin(of source: String?) -> ImportOrigin {
    guard let source else { return ImportOrigin() }
    let name = source.split(separator: "/").last.map(String.init) ?? ""
    let own = String(source.dropLast(name.utf8.count))
    let folder = own.isEmpty ? "." : own
    let named = folders(of: source)
    return ImportOrigin(fileName: name, folders: Array(named.dropFirst())) { path throws(ImportOrigin.Refusal) in
      try read(path, in: folder, below: named.first ?? folder)
    }
  }

  /// The folders that the path names below the current folder; empty if the path starts elsewhere.
  private static func folders(of source: String) -> [String] {
    let path = relative(source)
    let steps = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    return path.hasPrefix("/") || steps.contains("..") ? [] : steps.dropLast()
  }

  /// A path below the current folder, relative to it.
  private static func relative(_ source: String) -> String {
    // A deleted folder contains nothing.
    guard source.hasPrefix("/"), let here = try? FileSystem.live.resolve("."), source.hasPrefix(here + "/") else {
      return source
    }
    return String(source.dropFirst(here.count + 1))
  }

  /// - Parameters:
  ///   - path: relative to the folder of the source.
  ///   - outermost: the folder that the path must stay in.
  private static func read(
    _ path: String, in folder: String, below outermost: String
  ) throws(ImportOrigin.Refusal) -> [UInt8] {
    let files = FileSystem.live
    let place: String
    let roots: [String]
    do throws(FileError) {
      let own = try files.resolve(folder)
      place = try files.resolve("\(own)/\(path)")
      roots = [own, try files.resolve(outermost)]
    } catch {
      throw ImportOrigin.Refusal(error.message)
    }
    guard roots.contains(where: { place.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }) else {
      throw ImportOrigin.Refusal("a link points outside the source's folder")
    }
    do throws(FileError) { return try files.read(place, byteLimit) } catch { throw ImportOrigin.Refusal(error.message) }
  }
}
