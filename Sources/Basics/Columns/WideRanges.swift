/// The scalars that a terminal shows two columns wide: East Asian Wide and Fullwidth, and emoji with emoji
/// presentation. Ambiguous characters are narrow.
///
/// The standard library knows categories and emoji properties but not East Asian width, so only the width is stored.
enum WideRanges {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    if value >= 0x4E00 && value <= 0x9FFF || value >= 0xAC00 && value <= 0xD7A3 { return true }
    var low = 0
    var high = bounds.count / 2 - 1
    while low <= high {
      let middle = (low + high) / 2
      if value < bounds[middle * 2] {
        high = middle - 1
      } else if value > bounds[middle * 2 + 1] {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}
