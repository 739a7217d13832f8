/// Writes the sequence that moves the cursor.
struct CursorMotion {
  /// The form that nearly all terminals use (ECMA-48's CUP); it needs no terminfo interpreter.
  private static let usual = Array("\u{1B}[%i%p1%d;%p2%dH".utf8)
  private let isUsual = TerminalDatabase.string("cup") == CursorMotion.usual

  func append(x: Int, y: Int, to output: inout [UInt8]) {
    guard isUsual else { return output.append(contentsOf: TerminalDatabase.string("cup", y, x)) }
    output.append(0x1B)
    output.append(0x5B)
    CursorMotion.append(y + 1, to: &output)
    output.append(0x3B)
    CursorMotion.append(x + 1, to: &output)
    output.append(0x48)
  }

  private static func append(_ number: Int, to output: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &output) }
    output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}
