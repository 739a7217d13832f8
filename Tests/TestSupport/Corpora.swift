import Foundation

/// The collections of public test data that lie beside the repository and are never copied into it.
///
/// They are found by `$APUS_CORPORA`, else as `shared/corpora` beside the repository or above it. A test asks for its
/// folder and ends early when there is none; the notice says which.
public enum Corpora {
  /// The absolute path of the folder `name` (such as `json/JSONTestSuite`), `nil` with a notice where it is absent.
  public static func folder(_ name: String) -> String? {
    for root in roots {
      let path = root.appendingPathComponent(name).path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return path }
    }
    Notice.show("no corpus \(name): set APUS_CORPORA or put it in ../shared/corpora; what needs it is skipped")
    return nil
  }

  /// Every file below the folder `name` whose name ends in one of `extensions` (all of them when empty), sorted, as
  /// absolute paths; empty with a notice where the folder is absent.
  public static func files(_ name: String, extensions: Set<String> = []) -> [String] {
    guard let folder = folder(name) else { return [] }
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
    return names.sorted().map { "\(folder)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        return false
      }
      return extensions.isEmpty || extensions.contains((path as NSString).pathExtension)
    }
  }

  private static var roots: [URL] {
    if let named = ProcessInfo.processInfo.environment["APUS_CORPORA"], !named.isEmpty {
      return [URL(fileURLWithPath: named, isDirectory: true)]
    }
    var folder = Repository.root
    var found: [URL] = []
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      found.append(folder.appendingPathComponent("shared/corpora", isDirectory: true))
    }
    return found
  }
}

/// Where this checkout lies.
public enum Repository {
  /// The folder that holds `Tests` and `Sources`, symbolic links resolved.
  public static var root: URL {
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
