import Basics
import Networking

extension Exchange {
  /// From Content-Disposition (RFC 6266), else the last segment of the URL's path; never contains a folder.
  var suggestedFileName: String {
    let named = response?.headers["Content-Disposition"].flatMap(ContentDisposition.fileName)
    let safe = (named ?? nameInURL).asFileName
    return safe.isEmpty ? "response" : safe
  }

  private var nameInURL: String {
    guard let url = finalURL, let scheme = url.firstRange(of: "://") else { return "" }
    let path = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").dropFirst().last.map(String.init) ?? ""
  }
}

/// Parses the file name in a Content-Disposition field.
enum ContentDisposition {
  /// Prefers `filename*`, which has a charset (RFC 8187), to `filename`, its fallback for older programs.
  static func fileName(_ field: String) -> String? {
    let parameters = ParameterizedField(field).parameters
    return parameters["filename*"].flatMap(extended) ?? parameters["filename"]
  }

  /// Decodes `UTF-8'en'na%C3%AFve.txt`.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentEncoding.decodedText(parts[2])
  }
}

extension String {
  /// Removes everything that would make it a path, hide the file or control the terminal.
  fileprivate var asFileName: String {
    let last = split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let safe = String(
      last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isDefaultIgnorableCodePoint }
        .map(Character.init))
    return String(safe.trimmed.drop { $0 == "." }.prefix(120))
  }
}
