extension CodeLanguage {
  package static let java = CodeLanguage(
    "java", "Java", library: JVMText.library, suffix: ".java", comment: "//", write: JavaCode.write)
}

/// A request in Java, with `java.net.http`.
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
