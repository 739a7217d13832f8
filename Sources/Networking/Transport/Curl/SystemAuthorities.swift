import Basics
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system's trusted authorities, in a form that libcurl loads once instead of for every connection.
///
/// Loading them takes some 20 ms and blocks the thread. libcurl caches them (since 7.87) only if they all come from one
/// file; a build with a file and a folder, as on Debian, does not. The folder is left out if the file has everything in
/// it.
struct SystemAuthorities {
  private struct Stamp: Equatable {
    var seconds = 0
    var nanoseconds = 0
    var size = 0
  }

  /// Read for the first TLS transfer.
  private lazy var named = NamedAuthorities(ProcessInfo.processInfo.environment)
  private var stamp: Stamp?
  private var isWhole = false
  private static let firstVersion: UInt32 = 0x075700

  /// For a TLS transfer without authorities of its own.
  mutating func set(on handle: CurlHandle) {
    guard handle.library.version.number >= Self.firstVersion, let file = handle.string(CURLINFO_CAINFO),
      let folder = handle.string(CURLINFO_CAPATH), named.adds(nothingTo: file, folder), let found = Self.stamp(of: file)
    else { return named.set(on: handle) }
    if found != stamp {
      isWhole = Self.entries(of: folder) <= Self.certificates(in: file)
      // libcurl's cache is older than the file.
      if stamp != nil { handle.set(CURLOPT_CA_CACHE_TIMEOUT, 1) }
      stamp = found
    }
    guard isWhole else { return }
    handle.set(CURLOPT_CAINFO, file)
    handle.set(CURLOPT_CAPATH, pointer: nil)
  }

  private static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    return Stamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec, size: Int(status.st_size))
  }

  /// Counts the certificates that OpenSSL can find, by names such as `9d04f354.0`.
  static func entries(of folder: String) -> Int {
    // libcurl cannot read an unreadable folder either.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].count == 8 && parts[1].allSatisfy(\.isASCIIDigit)
    }
  }

  static func certificates(in file: String) -> Int {
    // A missing file has none.
    guard let text = try? Data(contentsOf: URL(fileURLWithPath: file)) else { return 0 }
    let mark = Array("-----BEGIN ".utf8)
    return text.withUnsafeBytes { text in
      text.split(separator: 0x0a).count { $0.starts(with: mark) }
    }
  }
}
