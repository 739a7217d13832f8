package import Foundation

/// Finds the programs built together with the tests.
package enum Executable {
  package struct NotBuilt: Error, CustomStringConvertible {
    package var name: String
    package var description: String { "the program \(name) is not beside the tests" }
  }

  /// The path of the program `name`. APUS_PROGRAM overrides the path of `apus`, so that the tests can run against a
  /// release.
  package static func path(_ name: String) throws -> String {
    if name == "apus", let other = ProcessInfo.processInfo.environment["APUS_PROGRAM"] { return other }
    let candidates = folders.map { $0.appendingPathComponent(name).path }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else { throw NotBuilt(name: name) }
    return found
  }

  /// The folder of the build, if it has the module `name` for other code to import.
  package static func build(withModule name: String) -> URL? {
    folders.first { FileManager.default.fileExists(atPath: $0.appending(path: "Modules/\(name).swiftmodule").path) }
  }

  /// The folders where programs built with the tests may be.
  private static var folders: [URL] {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map {
      $0.bundleURL.deletingLastPathComponent()
    }
    return bundles + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
  }
}
