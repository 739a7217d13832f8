#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The words of the command line as the system handed them over: Swift's own are repaired where they are no UTF-8, and
/// what is sent would then not be what was written.
enum RawArguments {
  /// The place of the first one that is no UTF-8; the program's name is 0.
  static var firstBroken: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { place in
      guard let word = CommandLine.unsafeArgv[place] else { return false }
      let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
      return String(validating: bytes, as: UTF8.self) == nil
    }
  }
}
