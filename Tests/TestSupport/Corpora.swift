import Foundation
import Testing

/// The collections of public test data that lie beside the repository and are never copied into it.
///
/// They are found by `$APUS_CORPORA`, else as `shared/corpora` beside the repository or above it. A test that needs one
/// has the trait `.corpora(…)`, by which it is skipped, with the reason, where the corpus is absent. With `CI=true` it
/// runs and fails instead.
public enum Corpora {
  /// A test needs a corpus that is absent, or that has no such file.
  public struct Absent: Error, CustomStringConvertible {
    let name: String

    public var description: String {
      "no corpus \(name): set APUS_CORPORA or put it in ../shared/corpora; a test that needs it has .corpora(\"\(name)\")"
    }
  }

  /// Whether an absent corpus is a failure.
  static var areRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// The absolute path of the folder `name`, such as `json/JSONTestSuite`.
  public static func folder(_ name: String) throws -> String {
    for root in roots {
      let path = root.appendingPathComponent(name).path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return path }
    }
    throw Absent(name: name)
  }

  /// Every file below the folder `name` whose name ends in one of `extensions` (all of them when empty), sorted, as
  /// absolute paths; at least one.
  public static func files(_ name: String, extensions: Set<String> = []) throws -> [String] {
    let folder = try folder(name)
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
    let files = names.sorted().map { "\(folder)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        return false
      }
      return extensions.isEmpty || extensions.contains((path as NSString).pathExtension)
    }
    guard !files.isEmpty else { throw Absent(name: name) }
    return files
  }

  /// The files of a corpus for a test that has samples of its own beside them: none where the corpus is absent.
  public static func furtherFiles(_ name: String, extensions: Set<String> = []) throws -> [String] {
    guard isThere(name) || areRequired else { return [] }
    return try files(name, extensions: extensions)
  }

  /// The texts of the corpus `naughty-strings`.
  public static func naughtyStrings() throws -> [String] {
    let file = URL(fileURLWithPath: "\(try folder("naughty-strings"))/blns.json")
    return try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
  }

  static func isThere(_ name: String) -> Bool { (try? folder(name)) != nil }

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

extension Trait where Self == ConditionTrait {
  /// For a test that reads these corpora: skipped where one is absent, unless `CI=true`.
  public static func corpora(_ names: String...) -> Self {
    let absent = names.filter { !Corpora.isThere($0) }
    return .enabled(
      if: absent.isEmpty || Corpora.areRequired, "no corpus \(absent.joined(separator: ", ")); see APUS_CORPORA")
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
