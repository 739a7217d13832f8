import TestSupport

@testable import GraphQL

/// A schema that uses every kind of definition, and variants derived from it.
enum DefinitionSample {
  static let text = """
    schema @tag ( name : "s" ) { query : Query mutation : Change }
    extend schema @tag ( name : "t" )
    directive @tag ( name : String ! , more : [ Int ! ] = [ 1 ] ) repeatable on SCHEMA | OBJECT | FIELD_DEFINITION | ENUM
    directive @mark on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE | SCALAR | UNION | INTERFACE | INPUT_OBJECT
    scalar Date @specifiedBy ( url : "https://h/d" ) @mark
    interface Node @mark { id : ID ! }
    interface Named implements Node { id : ID ! name ( short : Boolean ) : String }
    type User implements Named & Node @tag ( name : "u" ) { id : ID ! name ( short : Boolean , case : Case ) : String ! born : Date }
    extend type User @tag ( name : "v" ) { friends ( first : Int = 3 @mark , filter : Filter ) : [ User ! ] ! old : Int @deprecated }
    type Page implements Node { id : ID ! author : Named }
    union Found @mark = User | Page
    enum Case @tag ( name : "e" ) { UPPER LOWER @deprecated ( reason : "r" ) @mark }
    extend enum Case { TITLE }
    input Filter @mark { name : String = "n" @mark and : Filter or : [ Filter ! ] ! page : Range ! case : Case = UPPER }
    input Range { first : Int ! = 1 last : Int within : Choice }
    input Choice @oneOf { a : Int b : [ Filter ] }
    type Change { rename ( id : ID ! , filter : Filter = { name : "a" , or : [ ] , page : { first : 1 } } ) : User }
    type Query { node ( id : ID ! ) : Node found : [ Found ] user : User }
    """

  /// The names of the violated rules.
  static func rules(_ text: String) -> [String] {
    let document: GraphQLDocument
    do { document = try GraphQLDocument(parsing: text) } catch { return ["syntax"] }
    let rules = Set(document.definitionIssues(limit: 10_000).map(\.rule.rawValue))
    // A text without a query type is not a schema.
    if rules.isEmpty, (try? GraphQLSchema(document)) == nil { return ["Types"] }
    return rules.sorted()
  }

  /// Replaces some names with others of the schema, or omits or repeats a definition.
  static func changed(_ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    let names = Array(
      Set(text.split { $0 == " " || $0 == "\n" }.filter { $0.first?.isLetter == true || $0.first == "@" })
    )
    .sorted()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<lines.count, using: &random)
      var words = lines[place].split(separator: " ").map(String.init)
      let word = Int.random(in: 0..<max(1, words.count), using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: lines.remove(at: place)
      case 1: lines.append(lines[place])
      case 2: words.insert(contentsOf: words[min(word, words.count - 1)...].prefix(4), at: word)
      case 3, 4: words.remove(at: min(word, words.count - 1))
      default:
        let known = words.indices.filter { names.contains(Substring(words[$0])) }
        guard let chosen = known.randomElement(using: &random), let name = names.randomElement(using: &random) else {
          break
        }
        words[chosen] =
          Bool.random(using: &random) ? String(name) : ["__x", "Nope", "@nope"].randomElement(using: &random) ?? ""
      }
      if place < lines.count, !words.isEmpty { lines[place] = words.joined(separator: " ") }
    }
    return lines.joined(separator: "\n")
  }
}
