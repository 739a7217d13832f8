import Interchange

extension CodeRuntime {
  static let all: [CodeRuntime] = [
    python(.pythonRequests, "requests"), python(.pythonHTTPX, "httpx"), module(.fetch, "true"),
    module(.axios, "ln -s /usr/share/nodejs node_modules && test -e node_modules/axios"), module(.node, "true"), go,
    java,
    php, ruby, perl, wget, httpie, apus,
  ]

  /// The languages that no program on an ordinary machine can run.
  static let notRun: Set<CodeLanguage> = [.powerShell, .kotlin, .csharp, .rust, .swift, .swiftNetworking]

  private static func python(_ language: CodeLanguage, _ library: String) -> CodeRuntime {
    CodeRuntime(
      language: language, check: "python3 -c 'import \(library)'", file: { "p\($0).py" },
      drivers: { count in
        let driver = """
          import traceback
          for number in range(\(count)):
              try:
                  name = f"p{number}.py"
                  exec(compile(open(name).read(), name, "exec"), {"__name__": "__main__"})
              except Exception:
                  traceback.print_exc()
          """
        return ["driver.py": driver]
      }, command: "python3 -W ignore driver.py")
  }

  private static func module(_ language: CodeLanguage, _ preparation: String) -> CodeRuntime {
    CodeRuntime(
      language: language,
      check: "\(preparation) && node -e 'process.exit(Number(process.versions.node.split(\".\")[0]) < 20 ? 1 : 0)'",
      file: { "p\($0).mjs" },
      drivers: { count in
        let driver = """
          for (let number = 0; number < \(count); number++) {
            try { await import(`./p${number}.mjs`); } catch (error) { console.error(number, error); }
          }
          """
        return ["driver.mjs": driver]
      }, command: "\(preparation) && node --preserve-symlinks --no-warnings driver.mjs")
  }

  private static let go = CodeRuntime(
    language: .go, check: "go version", file: { "p\($0)/p.go" },
    adapted: { program, number in
      program.replacing("package main", with: "package p\(number)", maxReplacements: 1)
        .replacing("\nfunc main() {\n", with: "\nfunc Main() {\n")
    },
    drivers: { count in
      let imports = (0..<count).map { "\t\"programs/p\($0)\"\n" }.joined()
      let calls = (0..<count).map { "\tp\($0).Main()\n" }.joined()
      return [
        "go.mod": "module programs\n\ngo 1.19\n",
        "main.go": "package main\n\nimport (\n\(imports))\n\nfunc main() {\n\(calls)}\n",
      ]
    }, command: "go run .")

  private static let java = CodeRuntime(
    language: .java, check: "javac -version && java -version", file: { "p\($0)/Main.java" },
    adapted: { program, number in "package p\(number);\n" + program },
    drivers: { count in
      let driver = """
        public class Driver {
          public static void main(String[] arguments) throws Exception {
            for (int number = 0; number < \(count); number++) {
              try {
                Class.forName("p" + number + ".Main").getMethod("main", String[].class).invoke(null, (Object) arguments);
              } catch (Throwable error) {
                System.err.println("program " + number);
                error.printStackTrace();
              }
            }
          }
        }
        """
      return ["Driver.java": driver]
    },
    // Java reads the property once per process.
    command: """
      javac -encoding UTF-8 Driver.java p*/Main.java &&
      java -Djdk.httpclient.allowRestrictedHeaders=host,connection,upgrade -XX:TieredStopAtLevel=1 Driver
      """)

  private static let php = CodeRuntime(
    language: .php, check: "php -r 'exit(extension_loaded(\"curl\") ? 0 : 1);'", file: { "p\($0).php" },
    drivers: { count in
      let driver = """
        <?php
        function run($number) { include "p$number.php"; }
        for ($number = 0; $number < \(count); $number++) {
            try { run($number); } catch (Throwable $error) { fwrite(STDERR, "$number: $error\\n"); }
        }
        """
      return ["driver.php": driver]
    }, command: "php driver.php")

  private static let ruby = CodeRuntime(
    language: .ruby, check: "ruby -e 'require \"net/http\"'", file: { "p\($0).rb" },
    drivers: { count in
      let driver = """
        \(count).times do |number|
          load "./p#{number}.rb"
        rescue Exception => error
          warn "#{number}: #{error.full_message}"
        end
        """
      return ["driver.rb": driver]
    }, command: "ruby driver.rb")

  private static let perl = CodeRuntime(
    language: .perl, check: "perl -MHTTP::Tiny -MMIME::Base64 -e 1", file: { "p\($0).pl" },
    drivers: { count in
      ["driver.pl": "for my $n (0 .. \(count - 1)) { do \"./p$n.pl\"; warn \"$n: $@\" if $@ }\n"]
    }, command: "perl driver.pl")

  private static func loop(_ count: Int, _ each: String) -> String {
    "number=0\nwhile [ $number -lt \(count) ]; do\n\(each)\nnumber=$((number + 1))\ndone\n"
  }

  private static let wget = CodeRuntime(
    language: .wget, check: "wget --version", file: { "p\($0).sh" },
    drivers: { ["driver.sh": loop($0, ". ./p$number.sh")] }, command: ". ./driver.sh 2> said || cat said >&2")

  /// Runs two at a time, because each starts the program.
  private static let apus = CodeRuntime(
    language: .apus, check: "true", file: { "p\($0).sh" },
    drivers: { count in
      let shell = """
        apus() { "$APUS" "$@" --no-history; }
        half() { number=$1; while [ $number -lt \(count) ]; do . ./p$number.sh; number=$((number + 2)); done; }
        half 0 & half 1; wait
        """
      return ["driver.sh": shell]
    }, command: ". ./driver.sh")

  /// The shell splits each command into words; two Python processes send them all, because HTTPie is slow to start.
  private static let httpie = CodeRuntime(
    language: .httpie, check: "python3 -c 'import httpie'", file: { "p\($0).sh" },
    drivers: { count in
      let shell = """
        http() {
          printf '%s\\0' "$@" > "words.$number"
          case "$*" in *--ignore-stdin*) ;; *) cat > "input.$number" ;; esac
        }
        \(loop(count, ". ./p$number.sh"))
        """
      let driver = """
        import os, sys, traceback
        from httpie.context import Environment
        from httpie.core import main

        for number in range(int(sys.argv[1]), \(count), 2):
            words = open(f"words.{number}", "rb").read().split(b"\\0")[:-1]
            name = f"input.{number}"
            nothing = open(os.devnull, "w")
            try:
                main([b"http"] + words, env=Environment(
                    stdin=open(name if os.path.exists(name) else os.devnull, errors="surrogateescape"),
                    stdin_isatty=False, stdout=nothing, stdout_isatty=False))
            except BaseException:
                traceback.print_exc()
        """
      return ["driver.sh": shell, "driver.py": driver]
    }, command: ". ./driver.sh; python3 -W ignore driver.py 0 & python3 -W ignore driver.py 1; wait")
}
