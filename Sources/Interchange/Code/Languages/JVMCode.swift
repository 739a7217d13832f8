import Basics
import HTTPModel
import SessionModel

/// The shared parts of Java and Kotlin programs: calls of `java.net.http`, which is part of every JDK since 11.
struct JVMText: Sendable {
  /// Host, Connection and Upgrade require a system property that permits them.
  static let library = CodeLibrary(
    name: "java.net.http", ownHeaders: ["expect"], headerText: .ascii, refusedMethods: ["CONNECT"], urls: .encoded)

  let text: CodeText
  /// `new ` in Java, empty in Kotlin.
  let new: String
  /// The call that joins texts too long for one constant: `String.join("", %)`.
  let joining: @Sendable (String) -> String

  private static let restricted: Set<String> = ["host", "connection", "upgrade"]
  /// The maximum length of a literal: a constant is limited to 65,535 bytes.
  private static let longest = 10_000

  func imports(_ request: CodeRequest) -> [String] {
    var names = [
      "java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest",
      "java.net.http.HttpRequest.BodyPublishers", "java.net.http.HttpResponse.BodyHandlers",
    ]
    if request.proxy?.isEmpty == false { names += ["java.net.InetSocketAddress", "java.net.ProxySelector"] }
    if request.body.hasFiles { names.append("java.nio.file.Path") }
    if request.timeout != nil { names.append("java.time.Duration") }
    if request.body.hasBytes { names.append("java.util.Base64") }
    if !request.verifies {
      names += [
        "java.net.Socket", "java.security.SecureRandom", "java.security.cert.X509Certificate",
        "javax.net.ssl.SSLContext", "javax.net.ssl.SSLEngine", "javax.net.ssl.X509ExtendedTrustManager",
      ]
    }
    return names.sorted()
  }

  /// The call that permits headers reserved by the library; `nil` if there are none.
  func permission(_ request: CodeRequest) -> String? {
    let names = request.headers.map(\.name.asciiLowercased).filter(Self.restricted.contains)
    guard !names.isEmpty else { return nil }
    return "System.setProperty(\"jdk.httpclient.allowRestrictedHeaders\", \"\(names.joined(separator: ","))\")"
  }

  /// The calls that make the request.
  func request(_ request: CodeRequest) -> [String] {
    var calls = ["HttpRequest.newBuilder(URI.create(\(text.quoted(request.url))))"]
    var publisher = publisher(request.body.pieces)
    publisher[0] = ".method(\(text.quoted(request.method)), " + publisher[0]
    publisher[publisher.count - 1] += ")"
    calls += publisher.indented("  ")
    calls += request.headers.map { "  .header(\(text.quoted($0.name)), \(text.quoted($0.value)))" }
    if let limit = request.milliseconds { calls.append("  .timeout(Duration.ofMillis(\(limit)))") }
    return calls + ["  .build()"]
  }

  /// The calls that make the client.
  func client(_ request: CodeRequest) -> [String] {
    var calls = ["HttpClient.newBuilder()"]
    // Without TLS, the library would request HTTP/2 with headers of its own.
    if !request.isSecure { calls.append("  .version(HttpClient.Version.HTTP_1_1)") }
    if request.followsRedirects { calls.append("  .followRedirects(HttpClient.Redirect.NORMAL)") }
    if !request.verifies { calls.append("  .sslContext(trustingAnything())") }
    switch request.proxy {
    case nil: break
    case "": calls.append("  .proxy(HttpClient.Builder.NO_PROXY)")
    case let proxy?:
      let parts = URLParts(proxy.contains("://") ? proxy : "http://" + proxy)
      let address = "\(new)InetSocketAddress(\(text.quoted(parts.host ?? "")), \(parts.port ?? 1080))"
      calls.append("  .proxy(ProxySelector.of(\(address)))")
    }
    return calls + ["  .build()"]
  }

  private func publisher(_ pieces: [CodePiece]) -> [String] {
    guard !pieces.isEmpty else { return ["BodyPublishers.noBody()"] }
    guard pieces.count == 1 else {
      let last = pieces.count - 1
      let all = pieces.enumerated().flatMap { index, piece in
        var lines = publisher([piece])
        lines[lines.count - 1] += index == last ? ")" : ","
        return lines
      }
      return ["BodyPublishers.concat("] + all.indented("  ")
    }
    switch pieces[0] {
    case .text(let content):
      let lines = text.lines(content)
      guard content.utf8.count <= Self.longest * 3 else {
        return ["BodyPublishers.ofString(\(joined(content)))"]
      }
      guard lines.count > 1 else { return ["BodyPublishers.ofString(\(lines[0]))"] }
      return ["BodyPublishers.ofString("] + lines.joined(by: "+", ending: ")")
    case .bytes(let bytes):
      return ["BodyPublishers.ofByteArray(Base64.getDecoder().decode(\(joined(Base64.encode(bytes)))))"]
    case .file(let path): return ["BodyPublishers.ofFile(Path.of(\(text.quoted(path))))"]
    }
  }

  private func joined(_ content: String) -> String {
    var rest = content.unicodeScalars[...]
    var parts: [String] = []
    while !rest.isEmpty {
      parts.append(text.quoted(String(rest.prefix(Self.longest))))
      rest = rest.dropFirst(Self.longest)
    }
    return parts.count == 1 ? parts[0] : joining(parts.joined(separator: ", "))
  }
}

extension [String] {
  /// A chain of calls as a statement.
  func statement(_ start: String, ending: String = "") -> [String] {
    var calls = self
    calls[0] = start + calls[0]
    calls[calls.count - 1] += ending
    return calls
  }
}

/// Writes a request in Java, with `java.net.http`.
enum JavaCode {
  private static let jvm = JVMText(
    text: CodeText(escape: .surrogates), new: "new ", joining: { "String.join(\"\", \($0))" })

  static func write(_ request: CodeRequest) -> CodeProgram {
    var lines = jvm.imports(request).map { "import \($0);" }
    lines += ["", "public class Main {", "  public static void main(String[] arguments) throws Exception {"]
    if let permission = jvm.permission(request) { lines.append("    \(permission);") }
    lines += jvm.request(request).statement("var request = ", ending: ";").indented("    ")
    lines += jvm.client(request).statement("var client = ", ending: ";").indented("    ")
    lines += [
      "    var response = client.send(request, BodyHandlers.ofString());",
      "    System.out.println(response.statusCode());",
      "    System.out.println(response.body());",
      "  }",
    ]
    if !request.verifies { lines += [""] + trust.indented("  ") }
    return CodeProgram(lines: lines + ["}"])
  }

  private static let trust = """
    static SSLContext trustingAnything() throws Exception {
      var trust = new X509ExtendedTrustManager() {
        public void checkClientTrusted(X509Certificate[] chain, String type) {}
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
        public void checkServerTrusted(X509Certificate[] chain, String type) {}
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
        public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
      };
      var context = SSLContext.getInstance("TLS");
      context.init(null, new X509ExtendedTrustManager[] {trust}, new SecureRandom());
      return context;
    }
    """.split(separator: "\n").map(String.init)
}

/// Writes a request in Kotlin, with `java.net.http`: unlike OkHttp, it only needs the JDK.
enum KotlinCode {
  private static let jvm = JVMText(
    text: CodeText(escape: .surrogates, marks: ["$"]), new: "", joining: { "listOf(\($0)).joinToString(\"\")" })

  static func write(_ request: CodeRequest) -> CodeProgram {
    var lines = jvm.imports(request).map { "import \($0)" } + ["", "fun main() {"]
    if let permission = jvm.permission(request) { lines.append("  \(permission)") }
    lines += jvm.request(request).statement("val request = ").indented("  ")
    lines += jvm.client(request).statement("val client = ").indented("  ")
    lines += [
      "  val response = client.send(request, BodyHandlers.ofString())",
      "  println(response.statusCode())",
      "  println(response.body())",
      "}",
    ]
    return CodeProgram(lines: lines + (request.verifies ? [] : [""] + trust))
  }

  private static let trust = """
    fun trustingAnything(): SSLContext {
      val trust = object : X509ExtendedTrustManager() {
        override fun checkClientTrusted(chain: Array<X509Certificate>?, type: String?) {}
        override fun checkClientTrusted(chain: Array<X509Certificate>?, type: String?, socket: Socket?) {}
        override fun checkClientTrusted(chain: Array<X509Certificate>?, type: String?, engine: SSLEngine?) {}
        override fun checkServerTrusted(chain: Array<X509Certificate>?, type: String?) {}
        override fun checkServerTrusted(chain: Array<X509Certificate>?, type: String?, socket: Socket?) {}
        override fun checkServerTrusted(chain: Array<X509Certificate>?, type: String?, engine: SSLEngine?) {}
        override fun getAcceptedIssuers(): Array<X509Certificate> = arrayOf()
      }
      return SSLContext.getInstance("TLS").apply { init(null, arrayOf(trust), SecureRandom()) }
    }
    """.split(separator: "\n").map(String.init)
}
