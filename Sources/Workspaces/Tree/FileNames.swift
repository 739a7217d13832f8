/// File and folder names made from the names that people enter (opencollection.md, section 1).
enum FileNames {
  private static let longest = 255

  /// The purpose of a file name.
  enum Kind: String {
    case request, folder, collection
  }

  /// The base of a file name: forbidden, invisible and direction-changing characters become `-`; spaces, case and other
  /// scripts stay. A leading dot is dropped, because it would hide the file.
  static func base(from name: String) -> String {
    var scalars = name.unicodeScalars.map { isAllowed($0) ? $0 : "-" }.drop { $0 == "-" || $0 == "." || isBlank($0) }
    while let last = scalars.last, last == "." || isBlank(last) { scalars.removeLast() }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// A name for a new file or folder: derived from `name`, and unique among its siblings.
  /// - Parameter hidden: names that the tree does not show.
  static func free(
    for name: String, _ kind: Kind, isRoot: Bool, among taken: [String], hidden: Set<String> = []
  ) -> String {
    let ending = kind == .request ? ".yml" : ""
    let base = base(from: name)
    let shown =
      base.isEmpty
      ? kind.rawValue
      : unreserved(base, kind.rawValue) { base in
        isReserved(base, isRoot: isRoot, isFolder: kind != .request) || hidden.contains(base + ending)
      }
    return free(shown, ending: ending, among: taken, isCopy: false)
  }

  /// Appends the kind to a reserved name; on Windows, a device name stays reserved with any extension.
  static func unreserved(_ base: String, _ word: String, _ isReserved: (String) -> Bool) -> String {
    guard isReserved(base) else { return base }
    let longer = "\(base) \(word)"
    return isReserved(longer) ? longer.replacing(".", with: "-") : longer
  }

  /// The name of an environment, which is also its file name: `name` if that is possible.
  static func environment(_ name: String) -> String {
    let base = base(from: name)
    if base.isEmpty { return "environment" }
    let shown = unreserved(base, "environment") { isReserved($0, isRoot: false, isFolder: true) }
    return String(fitting(shown, ending: ".yaml").dropLast(5))
  }

  /// Truncated between characters so that the name and `ending` fit.
  static func fitting(_ base: String, ending: String) -> String {
    var cut = base
    while cut.utf8.count + ending.utf8.count > longest { cut.removeLast() }
    // A single grapheme cluster may be longer than the longest name.
    if cut.isEmpty, !base.isEmpty { cut = String(base.unicodeScalars.prefix((longest - ending.utf8.count) / 4)) }
    return cut + ending
  }

  private static let devices = Set(
    ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] })

  /// True if the name is reserved: a device on Windows, or a file or folder of the format.
  static func isReserved(_ base: String, isRoot: Bool, isFolder: Bool) -> Bool {
    let upper = base.uppercased()
    if base.isEmpty || devices.contains(String(upper.prefix { $0 != "." })) { return true }
    guard isFolder else {
      // Such a file would make the folder a collection.
      return ["FOLDER", "COLLECTION", "OPENCOLLECTION"].contains(upper)
        || isRoot && CollectionLoader.otherRootNames.contains("\(base.lowercased()).yml")
    }
    let files = CollectionLoader.rootNames + CollectionLoader.folderNames + [BruFormat.collectionFile, BruFormat.root]
    return upper == "NODE_MODULES" || isRoot && upper == "ENVIRONMENTS" || files.contains(base.lowercased())
  }

  /// The first of `base`, `base 2`… (or `base copy`, `base copy 2`…) that no sibling has, ignoring case.
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

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: !isTurning(scalar)
    default: !"<>:\"/\\|?*".unicodeScalars.contains(scalar)
    }
  }

  /// True if it changes the writing direction of the characters after it.
  private static func isTurning(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
