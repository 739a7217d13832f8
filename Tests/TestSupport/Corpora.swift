package import Foundation
package import Testing

/// Collections of public test data next to the repository, which are never copied into it.
///
/// They are in `$APUS_CORPORA`, otherwise in `shared/corpora` next to the repository or above it. A test that needs one
/// has the trait `.corpora(…)`, which skips it with a reason if the corpus is missing. With `CI=true` the test runs and
/// fails instead.
package enum Corpora {
  /// A required corpus is missing, or has no such file.
  package struct Absent: Error, CustomStringConvertible {
    let name: String

    package var description: String {
      "no corpus \(name): set APUS_CORPORA or put it in ../shared/corpora; a test that needs it has .corpora(\"\(name)\")"
    }
  }

  /// True if a missing corpus is a failure.
  static var areRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// The absolute path of the folder `name`, such as `json/JSONTestSuite`.
  package static func folder(_ name: String) throws -> String {
    for root in roots {
      let path = root.appendingPathComponent(name).path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return path }
    }
    throw Absent(name: name)
  }

  /// Every file in the folder `name` with one of `extensions` (all files if empty), sorted, as absolute paths. There is
  /// at least one.
  package static func files(_ name: String, extensions: Set<String> = []) throws -> [String] {
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

  /// The files of a corpus for a test that also has its own samples: none if the corpus is missing.
  package static func furtherFiles(_ name: String, extensions: Set<String> = []) throws -> [String] {
    guard isThere(name) || areRequired else { return [] }
    return try files(name, extensions: extensions)
  }

  /// The texts of the corpus `naughty-strings`.
  package static func naughtyStrings() throws -> [String] {
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
  /// Skips a test that reads these corpora if one is missing, unless `CI=true`.
  package static func corpora(_ names: String...) -> Self {
    let absent = names.filter { !Corpora.isThere($0) }
    return .enabled(
      if: absent.isEmpty || Corpora.areRequired, "no corpus \(absent.joined(separator: ", ")); see APUS_CORPORA")
  }
}

/// The location of this checkout.
package enum Repository {
  /// The folder that contains `Tests` and `Sources`, with symbolic links resolved.
  package static var root: URL {
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
