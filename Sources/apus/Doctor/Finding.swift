/// One line of `apus doctor`: what was looked at, how it stands, and the one command that mends it.
struct Finding: Equatable {
  let name: String
  let value: String
  /// What to type into a shell; `nil` if nothing is missing.
  let remedy: String?

  init(_ name: String, _ value: String, remedy: String? = nil) {
    self.name = name
    self.value = value
    self.remedy = remedy
  }
}
