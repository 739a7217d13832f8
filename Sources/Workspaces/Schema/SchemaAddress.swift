import Basics
import Networking

/// Addresses of schemas: `$id`, `$ref` and what is joined from them.
enum SchemaAddress {
  /// The collection as the root of addresses: `..` in a reference cannot leave it.
  static let files = "file:///"

  /// The reference as seen from `base` (RFC 3986, section 5.2).
  static func resolve(_ reference: String, from base: String) -> String {
    let parts = URLParts(reference)
    return parts.scheme == nil ? URLParts(base).resolving(reference).description : reference
  }

  static func withoutFragment(_ address: String) -> String { split(address).address }

  /// The fragment is decoded, empty if there is none.
  static func split(_ address: String) -> (address: String, fragment: String) {
    guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (address, "") }
    let fragment = PercentEncoding.decodedText(address[address.utf8.index(after: mark)...])
    return (String(address[..<mark]), fragment)
  }

  /// The names in a JSON pointer (RFC 6901).
  static func steps(of pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step -> String in
      guard step.utf8.contains(UInt8(ascii: "~")) else { return String(step) }
      return String(step).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  static func escaped(_ step: String) -> String {
    guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
    return step.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}
