import Basics
import Networking

/// Percent-encodes what an import writes into a query: only characters that have a meaning there and would not be
/// encoded when sending. The rest stays readable and is encoded when the request is sent.
enum QueryEncoding {
  /// A name keeps the characters that APIs use in names, such as `$filter` and `page[size]`.
  static func name(_ text: String) -> String { encode(text) { "%&=#+ ".utf8.contains($0) } }

  /// As RFC 6570 expands a value; reserved characters stay where the specification allows them, except those that would
  /// end the value.
  static func value(_ text: String, keepsReserved: Bool = false) -> String {
    keepsReserved
      ? encode(text, keepsEscapes: true) { "%&# ".utf8.contains($0) }
      : encode(text) { "%!$&'()*+,;=:@/?# ".utf8.contains($0) }
  }

  /// A text in its own format, such as JSON: only what would end the value is encoded.
  static func content(_ text: String) -> String { encode(text) { "%&#+ ".utf8.contains($0) } }

  static func delimiter(_ text: String) -> String { text == "," ? text : PercentEncoding.component(text) }

  private static func encode(_ text: String, keepsEscapes: Bool = false, _ isEncoded: (UInt8) -> Bool) -> String {
    PercentEncoding.encode(text, keepsEscapes: keepsEscapes) { byte in
      byte > 0x1F && byte != 0x7F && !isEncoded(byte)
    }
  }
}
