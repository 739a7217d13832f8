import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Checkup {
  func network() -> [Finding] {
    let capabilities = CurlTransport().capabilities
    // A transport without features is one that could not be opened; its name says why.
    guard !capabilities.features.isEmpty else {
      return [Finding("Transport", capabilities.name, remedy: command(for: .curl))]
    }
    let features = capabilities.features.map(\.rawValue).sorted().joined(separator: " ")
    return [Finding("Transport", capabilities.name), Finding("Features", features), calls(), authorities()]
  }

  private func calls() -> Finding {
    guard let fault = HTTP2Transport.fault else {
      return Finding("gRPC", "libnghttp2/\(HTTP2Transport.libraryVersion ?? "")")
    }
    return Finding("gRPC", fault.message, remedy: command(for: .nghttp2))
  }

  func signatures() -> Finding {
    guard let fault = SystemCryptography.fault else { return Finding("Signatures", "yes") }
    return Finding("Signatures", fault, remedy: command(for: .cryptography))
  }

  private func authorities() -> Finding {
    let place = AuthorityPlace(environment: environment)
    let paths = [place.file, place.folder].compactMap { $0 }
    guard !paths.isEmpty else { return Finding("Authorities", "those of libcurl's TLS library") }
    let found = paths.filter { access($0, R_OK) == 0 }
    guard found.isEmpty else { return Finding("Authorities", found.joined(separator: ", ")) }
    let named = ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"].first { !(environment[$0] ?? "").isEmpty }
    return Finding(
      "Authorities", "no certificate can be verified: \(paths.joined(separator: " and ")) cannot be read",
      remedy: named.map { "unset \($0)" } ?? command(for: .authorities))
  }
}
