/// The settings as a file: every key with its default and one line of explanation.
package enum ConfigurationText {
  /// - Parameter isAsleep: whether every key is commented out, for a file that says nothing yet.
  package static func whole(isAsleep: Bool) -> String {
    let mark = isAsleep ? "#" : ""
    var text = """
      # Settings of Apus. Every key is optional and stands here with its default\(isAsleep ? ": remove its # to change it" : "").
      # What is marked "yours" is not taken from a workspace's apus.yml.

      """
    var section: String?
    for key in ConfigurationKey.all {
      if key.section != section {
        section = key.section
        text += "\n"
        if let section { text += "\(mark)\(section):\n" }
      }
      let line = "\(mark)\(key.section == nil ? "" : "  ")\(key.word): \(key.usual)"
      let gap = String(repeating: " ", count: max(1, column - line.count))
      text += "\(line)\(gap)# \(key.isYours ? "yours: " : "")\(key.explanation)\n"
    }
    return text
  }

  /// Where the explanations begin.
  private static let column = 28
}
