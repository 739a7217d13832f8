import ArgumentParser
import Sessions

/// A run report and its destination: `junit=FILE`, or just `tap` for standard output.
struct Report: Hashable, Sendable {
  enum Format: String, CaseIterable, Sendable {
    case junit, json, tap, html, github

    /// The report that the end of a file's name says.
    init(ending path: String) throws(Failure) {
      switch path.split(separator: "/").last?.split(separator: ".").last {
      case "xml": self = .junit
      case "json": self = .json
      case "tap": self = .tap
      case "html", "htm": self = .html
      default: throw Failure(.usage, "\(path) says no report: end the name with .html, .xml, .json or .tap")
      }
    }
  }

  let format: Format
  /// Standard output if `nil`.
  let path: String?

  /// Parses reports separated by commas.
  static func parse(_ text: String) throws(Failure) -> [Report] {
    var reports: [Report] = []
    for part in text.split(separator: ",") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = Format(rawValue: String(halves[0])) else {
        let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "there is no report \(halves[0]); choose \(known)")
      }
      if halves.count > 1, halves[1].isEmpty {
        throw Failure(.usage, "--report \(format)= names no file; without = it goes to standard output")
      }
      reports.append(Report(format: format, path: halves.count > 1 ? String(halves[1]) : nil))
    }
    return reports
  }

  /// Fails if a report could not be written; called before the run, because its results would be lost.
  static func check(_ reports: [Report]) throws(Failure) {
    if reports.count(where: { $0.path == nil }) > 1 {
      throw Failure(.usage, "only one report can go to standard output; give the others a file, such as junit=FILE")
    }
    for path in reports.compactMap(\.path) { try OutputFile.check(path) }
  }

  func write(_ summary: RunSummary) throws(Failure) {
    let text =
      switch format {
      case .junit: JUnitReport.text(summary)
      case .json: JSONReport.text(summary)
      case .tap: TAPReport.text(summary)
      case .html: HTMLReport.text(summary)
      case .github: GitHubReport.text(summary)
      }
    guard let path else { return try Output.standard.write(text, as: format == .json ? .json : .text) }
    let file = try OutputFile(path)
    try file.output.write(text)
    try file.commit()
  }
}

/// Escapes text for XML and HTML.
enum Markup {
  /// Escapes special characters, and replaces characters that XML 1.0 does not allow with U+FFFD.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      // Unescaped in an attribute, these would be normalized to spaces.
      case "\n": output += "&#10;"
      case "\t": output += "&#9;"
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": output += "\u{fffd}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
