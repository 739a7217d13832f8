/// The fixed texts that the demo API returns.
enum Sample {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- A small catalogue -->
    <catalogue xmlns="https://example.com/catalogue" updated="2026-01-15">
      <book id="b1" lang="en">
        <title>The Dispossessed</title>
        <author>Ursula K. Le Guin</author>
        <price currency="EUR">12.50</price>
      </book>
      <book id="b2" lang="pl">
        <title>Solaris</title>
        <author>Stanisław Lem</author>
        <price currency="EUR">9.95</price>
        <note><![CDATA[5 < 6 & "quoted"]]></note>
      </book>
      <empty/>
    </catalogue>

    """

  static let html = """
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>Apus demo</title>
        <style>body { font-family: sans-serif; margin: 3rem; }</style>
      </head>
      <body>
        <h1>Hello from the demo API</h1>
        <p>A page with <em>some</em> markup &amp; an entity.</p>
        <img src="/image.png" alt="A swift">
        <script>document.title += " ✓";</script>
      </body>
    </html>

    """

  static let csv = #"""
    id,name,city,comment
    1,Ada Lovelace,London,"first, and still best"
    2,Björn Ångström,Uppsala,"says ""hej"""
    3,Hana 佐藤,東京,
    4,Thandiwe Dlamini,Durban,"two
    lines"

    """#

  static let sentence = """
    The common swift sleeps, eats and drinks on the wing. A young bird that leaves its nest may not touch the ground for \
    three years: it crosses the Sahara twice a year and never lands.
    """

  static let ndjson = """
    {"time":"2026-01-15T09:30:00Z","level":"info","message":"started"}
    {"time":"2026-01-15T09:30:01Z","level":"debug","message":"cache is cold","keys":0}
    {"time":"2026-01-15T09:30:04Z","level":"warning","message":"slow answer","ms":2750.5}
    {"time":"2026-01-15T09:30:09Z","level":"error","message":"gave up","cause":null}

    """

  static let text = """
    The quick brown fox jumps over the lazy dog.
    Zażółć gęślą jaźń. Příliš žluťoučký kůň. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.
    Съешь же ещё этих мягких французских булок. いろはにほへと ちりぬるを. 天地玄黃,宇宙洪荒。
    دع عنك لومي. שפן אכל קצת גזר. 👩‍🚀 🏳️‍🌈 e\u{301} (combining) \u{fb01} (ligature)
    \tA tab, a very long line: \(String(repeating: "lorem ipsum dolor sit amet ", count: 40))

    """

  /// What a hostile server might send to a terminal: each line would have an effect if it were not shown as text.
  static let escapes = [
    "title: \u{1b}]0;owned\u{7}", "colour: \u{1b}[31mred\u{1b}[0m", "clear: \u{1b}[2J\u{1b}[H",
    "alternate screen: \u{1b}[?1049h", "hide cursor: \u{1b}[?25l", "mouse: \u{1b}[?1003h", "report: \u{1b}[6n",
    "clipboard: \u{1b}]52;c;b3duZWQ=\u{7}", "link: \u{1b}]8;;https://example.com\u{1b}\\here\u{1b}]8;;\u{1b}\\",
    "device: \u{1b}P$q\"p\u{1b}\\", "reset: \u{1b}c", "8 bit CSI: \u{9b}31m", "backspaces: secret\u{8}\u{8}\u{8}\u{8}",
    "carriage return: real\rfake", "bell: \u{7}\u{7}\u{7}", "null: \u{0}", "shift out: \u{e}text\u{f}",
    "right to left: \u{202e}gnp.exe", "zero width: a\u{200b}b", "end",
  ].joined(separator: "\n")
}
