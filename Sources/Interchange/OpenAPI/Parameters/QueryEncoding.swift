import Basics
import Networking

/// Percent-encoding of what an import writes into a query: what would not be encoded on the way out and means something
/// else there. The rest stays readable, and a request that is sent encodes it.
enum QueryEncoding {
  /// A name keeps the characters that specifications use in names, such as `$filter` and `page[size]`.
  static func name(_ text: String) -> String { encode(text) { "%&=#+ ".utf8.contains($0) } }

  /// As RFC 6570 expands a value; reserved characters stay where the specification allows them, other than those that
  /// end the value.
  static func value(_ text: String, keepsReserved: Bool = false) -> String {
    keepsReserved
      ? encode(text, keepsEscapes: true) { "%&# ".utf8.contains($0) }
      : encode(text) { "%!$&'()*+,;=:@/?# ".utf8.contains($0) }
  }

  /// A text in a format of its own, such as JSON: only what would end the value.
  static func content(_ text: String) -> String { encode(text) { "%&#+ ".utf8.contains($0) } }

  static func delimiter(_ text: String) -> String { text == "," ? text : PercentEncoding.component(text) }

  private static func encode(_ text: String, keepsEscapes: Bool = false, _ isEncoded: (UInt8) -> Bool) -> String {
    PercentEncoding.encode(text, keepsEscapes: keepsEscapes) { byte in
      byte > 0x1F && byte != 0x7F && !isEncoded(byte)
    }
  }
}
