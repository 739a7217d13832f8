package import Basics
import Workspaces

/// The results of scripts that a record of the history holds. It stands alone because only the screen reads them back.
extension ScriptResults {
  /// `nil` if no scripts ran.
  /// - Parameter jobs: `HistoryRecord.scripts`.
  package init?(recorded jobs: JSONValue?) {
    guard let jobs = jobs?.array, !jobs.isEmpty else { return nil }
    self.init()
    for job in jobs {
      let scripts = (job["scripts"]?.array ?? []).map { json in
        let (place, _) = PlacedScript.recorded(json) { _ in nil }
        return (place, RecordedScript(digest: json["sha256"]?.string ?? "", line: place.line))
      }
      verdicts += (job["verdicts"]?.array ?? []).map { ScriptVerdict(recorded: $0, among: scripts) }
      console += (job["console"]?.array ?? []).map { line in
        ConsoleLine(
          level: line["level"]?.string ?? "", text: line["message"]?.string ?? "",
          place: ScriptPlace(recorded: line["place"], among: scripts))
      }
      skipsRequest = skipsRequest || job["skipped"]?.bool == true
    }
  }
}

extension ScriptVerdict {
  fileprivate init(recorded json: JSONValue, among scripts: [(ScriptPlace, RecordedScript)]) {
    self.init(json["name"]?.string ?? "", passed: json["passed"]?.bool ?? false)
    isSkipped = json["skipped"]?.bool ?? false
    (error, message) = (json["error"]?.string, json["message"]?.string)
    place = ScriptPlace(recorded: json["place"], among: scripts)
  }
}

extension ScriptPlace {
  /// Reads `tests of users/get.yml:12:5`; `nil` for a place in none of the scripts.
  fileprivate init?(recorded json: JSONValue?, among scripts: [(place: ScriptPlace, script: RecordedScript)]) {
    guard let text = json?.string else { return nil }
    func numbers(in script: ScriptPlace) -> [Int]? {
      let start = "\(script.phase) of \(script.file):"
      guard text.hasPrefix(start) else { return nil }
      let parts = text.dropFirst(start.count).split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      return parts.count <= 2 && !parts.contains(nil) ? parts.compactMap(\.self) : nil
    }
    // A file may have several scripts of a phase: the last one that begins before the line has it.
    let found = scripts.last { place, script in numbers(in: place).map { script.line <= $0[0] } ?? false }
    guard let (place, script) = found, let numbers = numbers(in: place) else { return nil }
    self.init(
      phase: place.phase, file: place.file, line: numbers[0], column: numbers.count > 1 ? numbers[1] : nil)
    recorded = script
  }
}
