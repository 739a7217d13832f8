#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The arguments as the system passed them. Swift repairs arguments that are not UTF-8, so the request, or the file,
/// would be another one than the user typed.
enum RawArguments {
  /// The index of the first argument that is not UTF-8; the program's name has index 0.
  static var firstBroken: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { place in
      guard let word = CommandLine.unsafeArgv[place] else { return false }
      let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
      return String(validating: bytes, as: UTF8.self) == nil
    }
  }

  /// What is said of that argument.
  static func refusal(of place: Int) -> Failure {
    Failure(
      .usage,
      "argument \(place) is no UTF-8: put bytes into a file and name that with @, and rename a file that it names")
  }
}
