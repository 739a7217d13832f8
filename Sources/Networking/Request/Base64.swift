/// Base64 with padding (RFC 4648, section 4), for credentials in headers.
enum Base64 {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var output: [UInt8] = []
    var (group, bits) = (UInt32(0), 0)
    for byte in bytes {
      group = (group & 0xffff) << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        output.append(alphabet[Int(group >> UInt32(bits)) & 63])
      }
    }
    if bits > 0 { output.append(alphabet[Int(group << UInt32(6 - bits)) & 63]) }
    while output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
    return String(decoding: output, as: UTF8.self)
  }
}
