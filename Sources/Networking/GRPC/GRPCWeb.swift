import Basics

/// Base64 as gRPC-Web sends it: in pieces, each of which may end with padding (gRPC's PROTOCOL-WEB.md).
struct GRPCWebText {
  private var pending: [UInt8] = []

  /// Whether nothing is left over.
  var isWhole: Bool { pending.isEmpty }

  mutating func decode(_ bytes: [UInt8]) throws(GRPCFault) -> [UInt8] {
    pending += bytes.filter { !$0.isASCIIWhitespace }
    let whole = pending.count / 4 * 4
    let text = pending[..<whole]
    pending = Array(pending[whole...])
    // Padding ends a piece, and another may follow in the same bytes.
    var decoded: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      let padding = rest.firstIndex(of: UInt8(ascii: "="))
      let end = padding.map { rest.startIndex + (($0 - rest.startIndex) / 4 + 1) * 4 } ?? rest.endIndex
      guard let piece = Base64.decode(String(decoding: rest[..<end], as: UTF8.self)) else {
        throw GRPCFault(.internal, "the server sent no Base64, which its content type promises")
      }
      decoded += piece
      rest = rest[end...]
    }
    return decoded
  }
}
