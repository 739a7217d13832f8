/// Copying by OSC 52: the terminal puts the text on its own clipboard, over SSH too.
enum Clipboard {
  /// What to send; inside tmux also wrapped, because tmux passes it on in one of the two forms, as it is set up.
  static func sequence(for text: String, isInsideTmux: Bool) -> [UInt8] {
    let copy = "\u{1B}]52;c;" + base64(text) + "\u{7}"
    guard isInsideTmux else { return Array(copy.utf8) }
    return Array((copy + "\u{1B}Ptmux;\u{1B}" + copy + "\u{1B}\\").utf8)
  }

  /// RFC 4648, section 4.
  static func base64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        result.append(place <= left ? alphabet[Int(group >> (18 - 6 * UInt32(place)) & 63)] : 0x3D)
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }
}
