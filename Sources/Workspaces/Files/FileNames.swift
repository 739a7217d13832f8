/// Names of files and folders made from names that people give (opencollection.md, section 1).
enum FileNames {
  private static let longest = 255

  /// The base of a file name: what is not allowed becomes `-`, spaces, case and other scripts stay.
  static func base(from name: String) -> String {
    var scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.value < 0x20 || "<>:\"/\\|?*".unicodeScalars.contains(scalar) ? "-" : scalar
    }
    while let first = scalars.first, first == "-" || isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, last == "." || isBlank(last) { scalars.removeLast() }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Cut so that the name and what is put behind it fit, at a character.
  static func fitting(_ base: String, ending: String) -> String {
    var cut = base
    while cut.utf8.count + ending.utf8.count > longest { cut.removeLast() }
    return cut + ending
  }

  /// Why a name cannot be one; `nil` when it can.
  static func problem(_ base: String, isRoot: Bool, isFolder: Bool) -> String? {
    if base.isEmpty { return "nothing of it can stand in a file name" }
    let upper = base.uppercased()
    let devices = ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
    if devices.contains(upper) { return "Windows reserves it for a device" }
    if !isFolder, ["FOLDER", "COLLECTION"].contains(upper) { return "the format reserves it" }
    if isRoot, upper == (isFolder ? "ENVIRONMENTS" : "OPENCOLLECTION") || upper == "WORKSPACE" && !isFolder {
      return "the format reserves it"
    }
    return nil
  }

  /// The first of `base`, `base 2`… (or `base copy`, `base copy 2`…) that no sibling has, case aside.
  static func free(_ base: String, ending: String, among taken: [String], isCopy: Bool) -> String {
    let folded = Set(taken.map { $0.lowercased() })
    var number = 1
    while true {
      let suffix = isCopy ? number == 1 ? " copy" : " copy \(number)" : number == 1 ? "" : " \(number)"
      let name = fitting(base, ending: suffix + ending)
      if !folded.contains(name.lowercased()) { return name }
      number += 1
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
