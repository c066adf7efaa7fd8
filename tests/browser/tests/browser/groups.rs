//! A group of two: one makes it, the other joins by the link, a table is opened for both, and the
//! group has it on its page.

use anyhow::{Context, Result, ensure};

use super::{
    DESKTOP, PHONE, open, overflow,
    people::{call, named, until},
};

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn group_is_made_joined_and_opens_a_table() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(PHONE, true).await?);
    named(&hall, &ada, "Ada").await?;
    let account = "JSON.stringify({ name: 'Ada', password: 'seven brass lanterns' })";
    call(&ada, "POST", "/me/account", account).await?;

    // Ada makes the group from the page of people.
    ada.go(&format!("{}/people", hall.address)).await?;
    ada.click("a[href='/groups']").await?;
    ada.fill("#group-name", "The Thursday Vault").await?;
    ada.fill("#group-note", "At eight").await?;
    ada.click("form[action='/groups'] button").await?;
    ada.wait_for("input#invite").await?;
    ensure!(ada.text().await?.contains("At eight"), "{}", ada.text().await?);
    ensure!(overflow(&ada).await? == 0, "the page of a group scrolls sideways");
    let page = ada.url().await?;
    let link = ada.ask("return document.querySelector('#invite').value").await?;
    let link = link.as_str().context("the page has a link")?.to_owned();

    // Ben follows the link on a phone, as a stranger, and joins under his name.
    ben.go(&link).await?;
    ensure!(ben.text().await?.contains("The Thursday Vault"), "{}", ben.text().await?);
    ensure!(overflow(&ben).await? == 0, "the page of the link scrolls sideways");
    ben.fill("#join-name", "Ben").await?;
    ben.click("form[action^='/join/'] button").await?;
    ben.wait_for("#members").await?;
    ensure!(ben.url().await? == page && overflow(&ben).await? == 0, "the page of the group scrolls sideways");
    ada.go(&page).await?;
    ensure!(ada.visible(".companion-row .presence.here").await?.is_some(), "nobody is here\n{}", ada.text().await?);

    // A table for the group: Ben finds the invitation on the front page, and the table on the page
    // of the group.
    ada.click("form[action$='/tables'] button").await?;
    ada.wait_for("#set-group").await?;
    until(&ada, "document.querySelector('#set-group').textContent.includes('The Thursday Vault')").await?;
    let table = ada.url().await?;
    let path = table.strip_prefix(&hall.address).context("a table has an address of the hall")?.to_owned();
    ben.go(&hall.address).await?;
    until(&ben, "document.querySelector('.invitation')?.textContent.includes('Ada keeps a seat for you')").await?;
    ben.go(&page).await?;
    ben.click(&format!("a.match-row[href='{path}']")).await?;
    ben.click("button[name='do'][value='take']").await?;
    until(&ada, "document.querySelector('#seats + .chairs').textContent.includes('Ben')").await?;

    // The owner removes Ben, whose page and old link then lead nowhere.
    ada.go(&page).await?;
    ada.click(".companion-row details.more summary").await?;
    ada.click("button[name='do'][value='remove']").await?;
    until(&ada, "document.querySelectorAll('.companions li').length === 1").await?;
    let renewed = ada.ask("return document.querySelector('#invite').value").await?;
    ensure!(renewed.as_str() != Some(&link), "the link is the same");
    for gone in [&page, &link] {
        ben.go(gone).await?;
        until(&ben, "document.querySelector('h1').textContent === 'Nothing here'").await?;
    }
    Ok(())
}
