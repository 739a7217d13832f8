#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The arguments as the system passed them. Swift's own are repaired if they are not UTF-8, so what is sent would
/// differ from what was written.
enum RawArguments {
  /// The index of the first one that is not UTF-8; the program's name is 0.
  static var firstBroken: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { place in
      guard let word = CommandLine.unsafeArgv[place] else { return false }
      let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
      return String(validating: bytes, as: UTF8.self) == nil
    }
  }
}
