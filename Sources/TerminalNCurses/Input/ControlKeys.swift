import Terminal

/// Decodes keys that are sent as a single control byte.
enum ControlKeys {
  /// `nil` if the byte is text, or an escape that begins a sequence.
  static func key(of byte: UInt8) -> Key? {
    switch byte {
    case 0x00: return .control(" ")
    case 0x09: return .tab
    // Some terminals and scripts send LF for Enter; ^J and ^H cannot be distinguished from Enter and Backspace.
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: return .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }
}
