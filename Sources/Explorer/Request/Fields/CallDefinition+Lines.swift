import Basics
import Workspaces

/// The lines of the options tab that only a call of gRPC has.
enum CallLine: String, CaseIterable {
  case protoFile, compresses, carrier

  private static let yes = "yes"
  private static let no = "no"
  private static let carriers: [(CallDefinition.Carrier, String)] = [
    (.http2, "HTTP/2"), (.web, "gRPC-Web"), (.webText, "gRPC-Web in Base64"),
  ]

  func line(_ call: CallDefinition) -> FieldLine {
    switch self {
    case .protoFile:
      FieldLine(
        rawValue, "Types", .text(isSecret: false), call.protoFile,
        placeholder: "what the server tells (reflection); or a .proto file, or a set of descriptors")
    case .compresses:
      FieldLine(
        rawValue, "Compress messages", .choice([Self.no, Self.yes]), call.compresses ? Self.yes : "",
        placeholder: Self.no)
    case .carrier:
      FieldLine(
        rawValue, "Carried by", .choice(Self.carriers.map(\.1)),
        call.carrier == .http2 ? "" : Self.carriers.first { $0.0 == call.carrier }?.1 ?? "",
        placeholder: Self.carriers[0].1)
    }
  }

  func set(_ text: String, in call: inout CallDefinition) {
    switch self {
    case .protoFile: call.protoFile = text.trimmed
    case .compresses: call.compresses = text == Self.yes
    case .carrier: call.carrier = Self.carriers.first { $0.1 == text }?.0 ?? .http2
    }
  }
}

extension SettingKind {
  /// Whether it means something to a call, which is never redirected and asks for no document.
  var isOfCalls: Bool {
    !["followRedirects", "maxRedirects", "encodeUrl", "forwardAuthorizationHeader", "acceptCompression", "reconnect"]
      .contains(key)
  }
}

extension RequestDefinition {
  /// Whether it says nothing that only a call says.
  var callLinesAreEmpty: Bool {
    var call = conversation.call
    call.methodType = ""
    return call == CallDefinition()
  }
}
