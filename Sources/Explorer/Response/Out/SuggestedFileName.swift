import Basics
import Networking

extension Exchange {
  /// From Content-Disposition (RFC 6266), else the last part of the URL's path; never with a folder in it.
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

/// The file name in a Content-Disposition field.
enum ContentDisposition {
  /// `filename*` with its charset (RFC 8187) before `filename`, which older programs understand.
  static func fileName(_ field: String) -> String? {
    let parameters = ParameterizedField(field).parameters
    return parameters["filename*"].flatMap(extended) ?? parameters["filename"]
  }

  /// `UTF-8'en'na%C3%AFve.txt`
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentEncoding.decodedText(parts[2])
  }
}

extension String {
  /// Without what would make it a path, hide it, or act on a terminal.
  fileprivate var asFileName: String {
    let last = split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let safe = String(
      last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isDefaultIgnorableCodePoint }
        .map(Character.init))
    return String(safe.trimmed.drop { $0 == "." }.prefix(120))
  }
}
