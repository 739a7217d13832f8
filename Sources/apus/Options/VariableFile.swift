import Interchange
import Sessions
import Workspaces

/// A file with the variables of an environment, as Postman exports it, named in place of an environment.
enum VariableFile {
  /// True if the text names a file instead of an environment: by its form, or because it is a file with JSON.
  static func isOne(_ text: String) -> Bool {
    // A file with such a name may be missing, and is named as a file then.
    if text.hasSuffix(".json") || text.contains("/") { return true }
    // A file that cannot be read is no file with JSON.
    guard FileSystem.live.examined(text)?.isDirectory == false, let bytes = try? FileSystem.live.read(text, 64 << 20)
    else { return false }
    return bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "{")
  }

  static func environment(in path: String) throws(Failure) -> Environment {
    let bytes = try InputFile.bytes(of: path)
    let imported: ImportedCollection
    do throws(ImportFault) {
      // A file without a name is still an environment of Postman.
      let format = ImportFormat.detect(bytes, path: path) ?? .postman
      imported = try ImportSource(bytes, path: path, format: format).read()
    } catch {
      throw Failure(.file, "\(path): \(error)")
    }
    guard let environment = imported.environments.first else {
      throw Failure(.file, "\(path): there are no variables of an environment")
    }
    return environment
  }
}
