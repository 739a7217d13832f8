extension Duration {
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
  package var inMilliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }

  /// Rounded towards zero; clamped to the range of the type.
  package var wholeMilliseconds: Int64 { whole(perSecond: 1000) }
  package var wholeMicroseconds: Int64 { whole(perSecond: 1_000_000) }
  package var wholeNanoseconds: Int64 { whole(perSecond: 1_000_000_000) }

  private func whole(perSecond scale: Int64) -> Int64 {
    let (seconds, attoseconds) = components
    let (number, overflow) = seconds.multipliedReportingOverflow(by: scale)
    return overflow ? (seconds < 0 ? .min : .max) : number &+ attoseconds / (1_000_000_000_000_000_000 / scale)
  }

  /// Rounded up, so that a short time never becomes 0; clamped to the range of a 32-bit number.
  package var clampedMilliseconds: Int {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
