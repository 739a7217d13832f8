/// The version that the program, its exports and its requests give.
enum ProgramVersion {
  static let text = "0.1.0"
}
