import Basics
import Networking
import Workspaces

extension RequestDefinition {
  /// The options tab; what is not set shows its default.
  var optionLines: [FieldLine] {
    let yesNo = FieldLine.Kind.choice(["", "yes", "no"])
    func word(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "" }
    var timeout = FieldLine(
      "timeout", "Timeout (ms)", .text(isSecret: false), settings.timeout.map(Self.plain) ?? "", placeholder: "none")
    if settings.timeout == 0 { timeout.note = "waits without a limit" }
    return [
      FieldLine("followRedirects", "Follow redirects", yesNo, word(settings.followRedirects), placeholder: "yes"),
      FieldLine(
        "maxRedirects", "Max redirects", .text(isSecret: false), settings.maxRedirects.map { "\($0)" } ?? "",
        placeholder: "5"),
      timeout,
      FieldLine("encodeURL", "Encode the URL", yesNo, word(settings.encodeURL), placeholder: "yes"),
      FieldLine(
        "forwardAuthorization", "Forward authorization", yesNo, word(settings.forwardAuthorization),
        placeholder: "no"),
      FieldLine(
        "acceptsCompression", "Accept compression", yesNo, word(settings.acceptsCompression), placeholder: "yes"),
      FieldLine(
        "maximumBodySize", "Largest body", .text(isSecret: false),
        settings.maximumBodySize.map { ByteCount($0).exactText } ?? "", placeholder: "1 GB"),
      FieldLine("tags", "Tags", .text(isSecret: false), tags.joined(separator: ", "), placeholder: "none"),
    ]
  }

  /// Takes over what was typed or chosen for an option; text that means nothing there changes nothing.
  mutating func setOption(_ id: String, _ text: String) {
    let text = text.trimmed
    let flag: Bool? = text == "yes" ? true : text == "no" ? false : nil
    switch id {
    case "followRedirects": settings.followRedirects = flag
    case "encodeURL": settings.encodeURL = flag
    case "forwardAuthorization": settings.forwardAuthorization = flag
    case "acceptsCompression": settings.acceptsCompression = flag
    case "maxRedirects":
      if text.isEmpty { settings.maxRedirects = nil }
      if let number = Int(text), number >= 0 { settings.maxRedirects = number }
    case "timeout":
      if text.isEmpty { settings.timeout = nil }
      if let number = Double(text), number >= 0, number.isFinite { settings.timeout = number }
    case "maximumBodySize":
      if text.isEmpty { settings.maximumBodySize = nil }
      if let size = ByteCount(text) { settings.maximumBodySize = size.bytes }
    case "tags":
      tags = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    default: break
    }
  }

  /// Why a text is no value for an option; `nil` when it is one.
  static func problem(ofOption id: String, _ text: String) -> String? {
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    switch id {
    case "maxRedirects" where (Int(text) ?? -1) < 0: return "A whole number, 0 or more"
    case "maximumBodySize" where ByteCount(text) == nil: return "A size such as 500 MB or 2 GB, 0 for any"
    case "timeout":
      guard let number = Double(text), number >= 0, number.isFinite else { return "Milliseconds, 0 or more" }
      return nil
    default: return nil
    }
  }

  /// Without the `.0` of a whole number.
  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
