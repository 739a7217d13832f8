extension PrivateKey {
  /// PEM has lines of 64 characters; fields of one line, variables of the environment and JSON give it with spaces or `\n`.
  static func lines(of key: String) -> String {
    let marks = key.ranges(ofMark: "-----")
    guard marks.count == 4 else { return key }
    let label = { (from: Int) in key[marks[from].lowerBound..<marks[from + 1].upperBound] }
    let digits = Array(
      key[marks[1].upperBound..<marks[2].lowerBound].replacing("\\n", with: "").utf8.filter { $0 > 0x20 })
    let lines = stride(from: 0, to: digits.count, by: 64).map {
      String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
    }
    return ([String(label(0))] + lines + [String(label(2))]).joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func ranges(ofMark mark: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    while let next = self[(found.last?.upperBound ?? startIndex)...].firstRange(of: mark) { found.append(next) }
    return found
  }
}
