extension CodeLanguage {
  package static let kotlin = CodeLanguage(
    "kotlin", "Kotlin", library: JVMText.library, suffix: ".kt", comment: "//", write: KotlinCode.write)
}

/// A request in Kotlin, with `java.net.http`: unlike OkHttp, it needs nothing but the JDK.
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
